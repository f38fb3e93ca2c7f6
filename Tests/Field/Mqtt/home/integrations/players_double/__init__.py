# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Doubles, for Home Assistant, of the integrations that make media players of MQTT."""
