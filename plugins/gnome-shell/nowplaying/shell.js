// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Parts of GNOME Shell that the extension's entry sets, because their modules have different names in each version. */

export const shell = {
    /** The shell's module main. */
    Main: null,
    /** The shell's class of a slider. */
    Slider: null,
    /** Returns whether the theme has an icon of a name. */
    hasIcon: () => false,
    /** Returns whether the user wants pictures from the web to be fetched. */
    fetchesArtwork: () => false,
};
