// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Functions that the extension's entry sets, so that the modules that call them can be loaded without the shell. */

export const shell = {
    /** Returns whether the theme has an icon of a name. */
    hasIcon: () => false,
    /** Returns whether the user wants pictures from the web to be fetched. */
    fetchesArtwork: () => false,
};
