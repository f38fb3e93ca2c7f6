/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The part of OpenSSL's libcrypto that pushes need, opened at run time: a program that gets no push never loads it, and
 * runs where it is not installed. It is a C target of its own, so that libnowplaying.so does not contain it. */
#ifndef NOWPLAYING_LIBCRYPTO_H
#define NOWPLAYING_LIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The size of a private key of P-256: a number, big endian, with its leading zeros. */
#define NP_PRIVATE_KEY_SIZE 32
/** The size of an uncompressed point of P-256: the byte 04, X and Y. */
#define NP_PUBLIC_KEY_SIZE 65
/** The size of the tag that follows the bytes that AES-128-GCM has encrypted. */
#define NP_TAG_SIZE 16

/** The opened library. Safe to use from any thread. */
typedef struct np_libcrypto np_libcrypto;

/** Opens a library by its name. Returns NULL when there is none, or one that lacks a function. */
np_libcrypto *np_libcrypto_open(const char *name);
void np_libcrypto_close(np_libcrypto *library);

/* Each function below returns whether it has succeeded. Buffers without a size argument have the sizes above. */

bool np_libcrypto_random(const np_libcrypto *library, uint8_t *ret_bytes, size_t size);
bool np_libcrypto_make_keys(const np_libcrypto *library, uint8_t *ret_private, uint8_t *ret_public);
/** Whether 65 bytes are a point of the curve. */
bool np_libcrypto_is_public_key(const np_libcrypto *library, const uint8_t *key);
/** ECDH: the X of the common point, 32 bytes. */
bool np_libcrypto_agree(const np_libcrypto *library, const uint8_t *private_key, const uint8_t *public_key,
                        const uint8_t *peer, uint8_t *ret_secret);
/** HKDF with SHA-256 (RFC 5869). */
bool np_libcrypto_hkdf(const np_libcrypto *library, const uint8_t *salt, size_t salt_size, const uint8_t *key,
                       size_t key_size, const uint8_t *info, size_t info_size, uint8_t *ret_bytes, size_t size);
/** Decrypts by AES-128-GCM without additional data, with a key of 16 bytes and a nonce of 12. `sealed` ends with the
 * tag; `ret_plain` is as long as `sealed` without it. */
bool np_libcrypto_open_sealed(const np_libcrypto *library, const uint8_t *key, const uint8_t *nonce,
                              const uint8_t *sealed, size_t size, uint8_t *ret_plain);

#endif
