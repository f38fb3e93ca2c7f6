// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** The parts that an entry of this extension hands over of the shell that loaded it: modules have other names in each. */

export const shell = {
    /** The shell's module main. */
    Main: null,
    /** The shell's class of a slider. */
    Slider: null,
    /** Whether the theme has an icon of a name. */
    hasIcon: () => false,
};
