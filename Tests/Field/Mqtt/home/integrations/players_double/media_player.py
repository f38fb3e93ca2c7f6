# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Media players by the rules of two integrations, of which none of the code is here: mqtt_media_player has a topic for
each value and each command, mqtt_universal_media_player one for the state and one for commands."""

import base64
import hashlib
import json

from homeassistant.components import mqtt
from homeassistant.components.media_player import MediaPlayerEntity, MediaPlayerEntityFeature, MediaPlayerState
from homeassistant.util import dt

BOTH = (MediaPlayerEntityFeature.PLAY | MediaPlayerEntityFeature.PAUSE | MediaPlayerEntityFeature.NEXT_TRACK
        | MediaPlayerEntityFeature.PREVIOUS_TRACK | MediaPlayerEntityFeature.VOLUME_SET
        | MediaPlayerEntityFeature.VOLUME_MUTE)


async def async_setup_platform(hass, config, async_add_entities, discovery_info=None):
    """Makes an entity of each configuration that comes, and ends it when an empty one does."""
    players = {}

    async def configure(message):
        identifier = message.topic.split("/")[-2]
        player = players.pop(identifier, None)
        if player:
            await player.async_remove()
        if message.payload:
            found = json.loads(message.payload)
            made = Whole if found.get("platform") == "mqtt_universal_media_player" else Values
            players[identifier] = made(identifier, found)
            async_add_entities([players[identifier]])

    await mqtt.async_wait_for_mqtt_client(hass)
    for filter in "homeassistant/media_player/+/config", "homeassistant/media_player/+/+/config":
        await mqtt.async_subscribe(hass, filter, configure)


class Double(MediaPlayerEntity):
    """The common part of both."""

    _attr_should_poll = False
    picture = None

    def __init__(self, identifier, config):
        self.config = config
        self._attr_unique_id, self._attr_name = identifier, config["name"]
        self._attr_available = False
        self._attr_supported_features = BOTH | self.more

    async def listen(self, topic, take, encoding="utf-8"):
        async def took(message):
            take(message.payload)
            self.async_write_ha_state()
        self.async_on_remove(await mqtt.async_subscribe(self.hass, topic, took, encoding=encoding))

    def take_availability(self, payload):
        self._attr_available = payload == "online"

    @property
    def media_image_hash(self):
        return hashlib.sha256(self.picture).hexdigest()[:16] if self.picture else None

    async def async_get_media_image(self):
        return (self.picture, "image/jpeg") if self.picture else (None, None)


class Values(Double):
    """A player of mqtt_media_player: times are whole seconds, and a position counts from its arrival."""

    more = MediaPlayerEntityFeature.SEEK
    TEXTS = {"title": "media_title", "artist": "media_artist", "album": "media_album_name", "source": "source",
             "mediatype": "media_content_type"}

    async def async_added_to_hass(self):
        takes = {"state": self.take_state, "volume": self.take_volume, "mute": self.take_mute,
                 "duration": self.take_duration, "position": self.take_position, "albumart": self.take_picture}
        for name, attribute in self.TEXTS.items():
            takes[name] = lambda payload, key=attribute: setattr(self, f"_attr_{key}", payload)
        await self.listen(self.config["availability"]["topic"], self.take_availability)
        for name, take in takes.items():
            await self.listen(self.config[f"state_{name}_topic"], take)

    def take_state(self, payload):
        self._attr_state = MediaPlayerState(payload)

    def take_volume(self, payload):
        self._attr_volume_level = float(payload)

    def take_mute(self, payload):
        self._attr_is_volume_muted = payload == "mute"

    def take_duration(self, payload):
        """Keeps the last one when this is no number."""
        self._attr_media_duration = int(payload) if payload.isdigit() else self._attr_media_duration

    def take_position(self, payload):
        self._attr_media_position = int(payload) if payload.isdigit() else None
        self._attr_media_position_updated_at = dt.utcnow()

    def take_picture(self, payload):
        self.picture = base64.b64decode(payload)

    async def give(self, name, payload=None):
        payload = self.config.get(f"command_{name}_payload") if payload is None else payload
        await mqtt.async_publish(self.hass, self.config[f"command_{name}_topic"], payload)

    async def async_media_play(self):
        await self.give("play")

    async def async_media_pause(self):
        await self.give("pause")

    async def async_media_next_track(self):
        await self.give("next")

    async def async_media_previous_track(self):
        await self.give("previous")

    async def async_media_seek(self, position):
        await self.give("seek", str(int(position)))

    async def async_set_volume_level(self, volume):
        await self.give("volume", str(round(volume, 2)))

    async def async_mute_volume(self, mute):
        await self.give("mute", "mute" if mute else "unmute")


class Whole(Double):
    """A player of mqtt_universal_media_player: each message adds to the state."""

    more = MediaPlayerEntityFeature.STOP
    KEYS = {"volume": "volume_level", "muted": "is_volume_muted", "source": "source", "media_title": "media_title",
            "media_artist": "media_artist", "media_album_name": "media_album_name",
            "media_duration": "media_duration", "media_position": "media_position"}

    async def async_added_to_hass(self):
        await self.listen(self.config["availability_topic"], self.take_availability)
        await self.listen(self.config["image_topic"], lambda payload: setattr(self, "picture", payload), encoding=None)
        await self.listen(self.config["state_topic"], self.take_state)

    def take_state(self, payload):
        said = json.loads(payload)
        if "state" in said:
            self._attr_state = MediaPlayerState(said["state"])
        for key, attribute in self.KEYS.items():
            if key in said:
                setattr(self, f"_attr_{attribute}", said[key])
        if "media_position" in said:
            at = said.get("media_position_updated_at")
            self._attr_media_position_updated_at = dt.utc_from_timestamp(at) if at else dt.utcnow()

    async def give(self, name, value=None):
        command = self.config["commands"][name]
        given = {command["key"]: command.get("value", value)}
        await mqtt.async_publish(self.hass, self.config["command_topic"], json.dumps(given), qos=1)

    async def async_media_play(self):
        await self.give("play")

    async def async_media_pause(self):
        await self.give("pause")

    async def async_media_stop(self):
        await self.give("stop")

    async def async_media_next_track(self):
        await self.give("next")

    async def async_media_previous_track(self):
        await self.give("previous")

    async def async_set_volume_level(self, volume):
        await self.give("volume_set", volume)

    async def async_mute_volume(self, mute):
        await self.give("mute", mute)
