// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
/** Prints each IP address among its arguments that web.js takes for one of this machine or its network. */
import Gio from 'gi://Gio';

import {isLocal} from './web.js';

for (const address of ARGV) {
    if (isLocal(Gio.InetAddress.new_from_string(address)))
        print(address);
}
