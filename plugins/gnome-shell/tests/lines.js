// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints the lines that the extension shows of an item: a property Content as text of GVariant, in the argument. */
import GLib from 'gi://GLib';

import {readContent} from './model.js';

print(JSON.stringify(readContent(GLib.Variant.parse(new GLib.VariantType('a{sv}'), ARGV[0], null, null)).lines));
