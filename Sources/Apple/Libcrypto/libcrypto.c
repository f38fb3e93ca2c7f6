/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* libcrypto, opened by dlopen(). Its functions are declared here as OpenSSL 3.0 declares them. It takes keys as DER,
 * and for P-256 that is always the same bytes around the key. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "libcrypto.h"

/* Constants of <openssl/evp.h>. */
#define EVP_PKEY_EC 408
#define EVP_PKEY_HKDF 1036
#define EVP_CTRL_AEAD_SET_TAG 0x11

typedef struct evp_pkey_st EVP_PKEY;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_md_st EVP_MD;
typedef struct engine_st ENGINE;

/* clang-format off: a table. */
#define FUNCTIONS(F) \
  F(int, RAND_bytes, (unsigned char *, int)) \
  F(void, ERR_clear_error, (void)) \
  F(EVP_PKEY_CTX *, EVP_PKEY_CTX_new, (EVP_PKEY *, ENGINE *)) \
  F(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_id, (int, ENGINE *)) \
  F(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *)) \
  F(int, EVP_PKEY_CTX_ctrl_str, (EVP_PKEY_CTX *, const char *, const char *)) \
  F(void, EVP_PKEY_free, (EVP_PKEY *)) \
  F(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *)) \
  F(int, EVP_PKEY_keygen, (EVP_PKEY_CTX *, EVP_PKEY **)) \
  F(int, i2d_PrivateKey, (const EVP_PKEY *, unsigned char **)) \
  F(EVP_PKEY *, d2i_PrivateKey, (int, EVP_PKEY **, const unsigned char **, long)) \
  F(EVP_PKEY *, d2i_PUBKEY, (EVP_PKEY **, const unsigned char **, long)) \
  F(int, EVP_PKEY_derive_init, (EVP_PKEY_CTX *)) \
  F(int, EVP_PKEY_derive_set_peer, (EVP_PKEY_CTX *, EVP_PKEY *)) \
  F(int, EVP_PKEY_derive, (EVP_PKEY_CTX *, unsigned char *, size_t *)) \
  F(const EVP_MD *, EVP_sha256, (void)) \
  F(int, EVP_PKEY_CTX_set_hkdf_md, (EVP_PKEY_CTX *, const EVP_MD *)) \
  F(int, EVP_PKEY_CTX_set1_hkdf_salt, (EVP_PKEY_CTX *, const unsigned char *, int)) \
  F(int, EVP_PKEY_CTX_set1_hkdf_key, (EVP_PKEY_CTX *, const unsigned char *, int)) \
  F(int, EVP_PKEY_CTX_add1_hkdf_info, (EVP_PKEY_CTX *, const unsigned char *, int)) \
  F(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void)) \
  F(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *)) \
  F(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *, int, int, void *)) \
  F(const EVP_CIPHER *, EVP_aes_128_gcm, (void)) \
  F(int, EVP_DecryptInit_ex, (EVP_CIPHER_CTX *, const EVP_CIPHER *, ENGINE *, const unsigned char *, \
                              const unsigned char *)) \
  F(int, EVP_DecryptUpdate, (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int)) \
  F(int, EVP_DecryptFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *))
/* clang-format on */

#define POINTER(result, name, arguments) result(*name) arguments;
struct np_libcrypto {
  void *handle;
  FUNCTIONS(POINTER)
};

static bool find(void *handle, const char *name, void *ret_function) {
  void *function = dlsym(handle, name);
  memcpy(ret_function, &function, sizeof function);
  return function;
}

#define FIND(result, name, arguments) &&find(library->handle, #name, &library->name)
np_libcrypto *np_libcrypto_open(const char *name) {
  np_libcrypto *library = calloc(1, sizeof *library);
  if (!library) return NULL;
  library->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library->handle FUNCTIONS(FIND)) return library;
  np_libcrypto_close(library);
  return NULL;
}

void np_libcrypto_close(np_libcrypto *library) {
  if (library->handle) dlclose(library->handle);
  free(library);
}

/** Returns the result of a function of OpenSSL. Clears the error of a failed function first: a program that also uses
 * OpenSSL would find that error in the thread's error queue, and take it for an error of its own calls. */
static bool done(const np_libcrypto *library, bool result) {
  if (!result) library->ERR_clear_error();
  return result;
}

bool np_libcrypto_random(const np_libcrypto *library, uint8_t *ret_bytes, size_t size) {
  return done(library, library->RAND_bytes(ret_bytes, (int)size) == 1);
}

/* ---- Keys as DER. ---- */

/** The DER of ECPrivateKey (RFC 5915): version 1, the private key, prime256v1, the point. */
typedef struct private_der {
  uint8_t before[7], key[NP_PRIVATE_KEY_SIZE], between[17], point[NP_PUBLIC_KEY_SIZE];
} private_der;

static const private_der empty_private = {
    .before = {0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20},
    .between = {0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0xA1, 0x44, 0x03, 0x42, 0x00},
};

/** The DER of SubjectPublicKeyInfo (RFC 5480): id-ecPublicKey, prime256v1, the point. */
typedef struct public_der {
  uint8_t before[26], point[NP_PUBLIC_KEY_SIZE];
} public_der;

static const public_der empty_public = {
    .before = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
               0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00},
};

_Static_assert(sizeof(private_der) == 121 && sizeof(public_der) == 91, "no gaps between bytes");

static EVP_PKEY *read_public(const np_libcrypto *library, const uint8_t *key) {
  public_der der = empty_public;
  memcpy(der.point, key, sizeof der.point);
  const unsigned char *next = (const unsigned char *)&der;
  /* OpenSSL also takes other forms of a point, which are refused here. It checks itself whether the point is on the
   * curve. */
  return key[0] == 4 ? library->d2i_PUBKEY(NULL, &next, sizeof der) : NULL;
}

static EVP_PKEY *read_private(const np_libcrypto *library, const uint8_t *key, const uint8_t *point) {
  private_der der = empty_private;
  memcpy(der.key, key, sizeof der.key);
  memcpy(der.point, point, sizeof der.point);
  const unsigned char *next = (const unsigned char *)&der;
  return library->d2i_PrivateKey(EVP_PKEY_EC, NULL, &next, sizeof der);
}

bool np_libcrypto_is_public_key(const np_libcrypto *library, const uint8_t *key) {
  EVP_PKEY *read = read_public(library, key);
  library->EVP_PKEY_free(read);
  return done(library, read);
}

bool np_libcrypto_make_keys(const np_libcrypto *library, uint8_t *ret_private, uint8_t *ret_public) {
  private_der der;
  unsigned char *next = (unsigned char *)&der;
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = library->EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
  bool result = context && library->EVP_PKEY_keygen_init(context) == 1 &&
                library->EVP_PKEY_CTX_ctrl_str(context, "ec_paramgen_curve", "P-256") == 1 &&
                library->EVP_PKEY_keygen(context, &key) == 1 && library->i2d_PrivateKey(key, NULL) == sizeof der &&
                library->i2d_PrivateKey(key, &next) == sizeof der &&
                !memcmp(der.before, empty_private.before, sizeof der.before) &&
                !memcmp(der.between, empty_private.between, sizeof der.between);
  if (result) {
    memcpy(ret_private, der.key, sizeof der.key);
    memcpy(ret_public, der.point, sizeof der.point);
  }
  library->EVP_PKEY_free(key);
  library->EVP_PKEY_CTX_free(context);
  return done(library, result);
}

/* ---- Computations with keys. ---- */

bool np_libcrypto_agree(const np_libcrypto *library, const uint8_t *private_key, const uint8_t *public_key,
                        const uint8_t *peer, uint8_t *ret_secret) {
  size_t size = NP_PRIVATE_KEY_SIZE;
  EVP_PKEY *ours = read_private(library, private_key, public_key), *theirs = read_public(library, peer);
  EVP_PKEY_CTX *context = ours ? library->EVP_PKEY_CTX_new(ours, NULL) : NULL;
  bool result = context && theirs && library->EVP_PKEY_derive_init(context) == 1 &&
                library->EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                library->EVP_PKEY_derive(context, ret_secret, &size) == 1 && size == NP_PRIVATE_KEY_SIZE;
  library->EVP_PKEY_CTX_free(context);
  library->EVP_PKEY_free(theirs);
  library->EVP_PKEY_free(ours);
  return done(library, result);
}

bool np_libcrypto_hkdf(const np_libcrypto *library, const uint8_t *salt, size_t salt_size, const uint8_t *key,
                       size_t key_size, const uint8_t *info, size_t info_size, uint8_t *ret_bytes, size_t size) {
  EVP_PKEY_CTX *context = library->EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
  bool result = context && library->EVP_PKEY_derive_init(context) == 1 &&
                library->EVP_PKEY_CTX_set_hkdf_md(context, library->EVP_sha256()) == 1 &&
                library->EVP_PKEY_CTX_set1_hkdf_salt(context, salt, (int)salt_size) == 1 &&
                library->EVP_PKEY_CTX_set1_hkdf_key(context, key, (int)key_size) == 1 &&
                library->EVP_PKEY_CTX_add1_hkdf_info(context, info, (int)info_size) == 1 &&
                library->EVP_PKEY_derive(context, ret_bytes, &size) == 1;
  library->EVP_PKEY_CTX_free(context);
  return done(library, result);
}

bool np_libcrypto_open_sealed(const np_libcrypto *library, const uint8_t *key, const uint8_t *nonce,
                              const uint8_t *sealed, size_t size, uint8_t *ret_plain) {
  if (size < NP_TAG_SIZE) return false;
  int written = 0, plain = (int)(size - NP_TAG_SIZE);
  EVP_CIPHER_CTX *context = library->EVP_CIPHER_CTX_new();
  bool result = context && library->EVP_DecryptInit_ex(context, library->EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                library->EVP_DecryptUpdate(context, ret_plain, &written, sealed, plain) == 1 &&
                library->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, NP_TAG_SIZE,
                                             (void *)(sealed + plain)) == 1 &&
                library->EVP_DecryptFinal_ex(context, ret_plain + plain, &written) == 1;
  library->EVP_CIPHER_CTX_free(context);
  return done(library, result);
}
