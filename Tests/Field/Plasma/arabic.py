# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The applet in Arabic: its own texts are Arabic, the player's stay as they are, and bars still run to the right."""

from screen import Screen

with Screen("arabic", layout="rtl", language="ar", title="قيد التشغيل الآن") as s:
    s.sees("words are those of the language", "Trial Song", "إيقاف مؤقت", "التالي", "مستوى الصوت", "ترجيع 15 ثانية")
    s.leads("seek by the bar", lambda: 120 < (s.playback("main", "elapsed") or 0) / 1e6 < 150, s.press, "الموضع",
            "slider", part=0.75)
    s.press("Trial Player – Kitchen Speaker + 2")
    s.press("الأجهزة")
    s.sees("so are those of its lists", "رجوع", "Living Room TV: رفع الصوت")
