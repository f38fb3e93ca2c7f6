/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Declares nothing: linking.c is an order to the linker. SwiftPM wants a header. */
