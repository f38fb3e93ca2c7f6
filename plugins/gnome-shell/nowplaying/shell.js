// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Parts of the shell that an entry of this extension hands over: modules have other names in each. */

export const shell = {
    /** The shell's module main. */
    Main: null,
    /** The shell's class of a slider. */
    Slider: null,
    /** Whether the theme has an icon of a name. */
    hasIcon: () => false,
    /** Whether the user wants pictures of the web to be fetched. */
    fetchesArtwork: () => false,
};
