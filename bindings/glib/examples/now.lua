#!/usr/bin/lua5.3
-- SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
-- Prints what plays, and each change of it, with lgi.
local lgi = require 'lgi'
local GLib, NowPlaying = lgi.GLib, lgi.require('NowPlayingGLib', '0')

local function show(_, session)
  local item = session.item
  local words = item and item.first_line .. ' – ' .. item.second_line or 'nothing'
  print(session.display_name .. ': ' .. (session.state == 'PLAYING' and 'plays ' or 'has ') .. words)
  io.stdout:flush()
end

local surface = assert(NowPlaying.Surface.new('now.lua'))
surface.on_session_added = show
surface.on_session_changed = show
surface.on_session_removed = function(_, session)
  print(session.display_name .. ' has gone')
  io.stdout:flush()
end
GLib.MainLoop():run()
