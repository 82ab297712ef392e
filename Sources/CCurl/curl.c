#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "clibrary.h"
#include "ccurl.h"

// Results of OpenSSL's verification; its header is not needed otherwise.
enum {
  X509_V_OK = 0,
  X509_V_ERR_UNSPECIFIED = 1,
  X509_V_ERR_CERT_NOT_YET_VALID = 9,
  X509_V_ERR_CERT_HAS_EXPIRED = 10
};

// The header's macros, which check the types of options, only work for direct calls.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(X)                                                                             \
  X(curl_global_init)                                                                            \
  X(curl_version_info)                                                                           \
  X(curl_easy_init)                                                                              \
  X(curl_easy_setopt)                                                                            \
  X(curl_easy_getinfo)                                                                           \
  X(curl_easy_cleanup)                                                                           \
  X(curl_easy_strerror)                                                                          \
  X(curl_slist_append)                                                                           \
  X(curl_slist_free_all)                                                                         \
  X(curl_multi_init)                                                                             \
  X(curl_multi_setopt)                                                                           \
  X(curl_multi_cleanup)                                                                          \
  X(curl_multi_add_handle)                                                                       \
  X(curl_multi_remove_handle)                                                                    \
  X(curl_multi_socket_action)                                                                    \
  X(curl_multi_info_read)

// The soname in Debian's package. A soname changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libcurl.so.4")

const char *ccurl_load(void) {
  const char *failure = open_library();
  if (failure) return failure;
  return library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL
                                                                   : "it cannot be initialized";
}

bool ccurl_resolves_on_threads(void) {
  const curl_version_info_data *version = library.curl_version_info(CURLVERSION_NOW);
  return (version->features & CURL_VERSION_ASYNCHDNS) && !version->ares;
}

struct ccurl_multi {
  CURLM *handle;
  ccurl_loop loop;
};

struct ccurl_transfer {
  CURL *handle;
  struct curl_slist *headers;
  bool (*received_header)(void *context, const char *line, size_t count);
  bool (*received_body)(void *context, const char *part, size_t count);
  void (*ended)(void *context, ccurl_result result);
  void *context;
  char message[CURL_ERROR_SIZE];
};

static int on_socket(CURL *easy, curl_socket_t descriptor, int what, void *context, void *socket) {
  (void)easy, (void)socket;
  ccurl_multi *multi = context;
  int events = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) events |= CCURL_READABLE;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) events |= CCURL_WRITABLE;
  multi->loop.watch(multi->loop.context, descriptor, events);
  return 0;
}

static int on_timer(CURLM *handle, long delay_ms, void *context) {
  (void)handle;
  ccurl_multi *multi = context;
  multi->loop.set_timer(multi->loop.context, delay_ms);
  return 0;
}

ccurl_multi *ccurl_multi_new(ccurl_loop loop) {
  ccurl_multi *multi = calloc(1, sizeof *multi);
  if (!multi) return NULL;
  multi->loop = loop;
  multi->handle = library.curl_multi_init();
  if (!multi->handle) {
    free(multi);
    return NULL;
  }
  library.curl_multi_setopt(multi->handle, CURLMOPT_SOCKETFUNCTION, on_socket);
  library.curl_multi_setopt(multi->handle, CURLMOPT_SOCKETDATA, multi);
  library.curl_multi_setopt(multi->handle, CURLMOPT_TIMERFUNCTION, on_timer);
  library.curl_multi_setopt(multi->handle, CURLMOPT_TIMERDATA, multi);
  return multi;
}

void ccurl_multi_free(ccurl_multi *multi) {
  library.curl_multi_cleanup(multi->handle);
  free(multi);
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  return transfer->received_header(transfer->context, bytes, size * count) ? size * count : 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  return transfer->received_body(transfer->context, bytes, size * count) ? size * count : 0;
}

static void free_transfer(ccurl_transfer *transfer) {
  if (transfer->handle) library.curl_easy_cleanup(transfer->handle);
  library.curl_slist_free_all(transfer->headers);
  free(transfer);
}

static bool add_header(ccurl_transfer *transfer, const char *line) {
  struct curl_slist *list = library.curl_slist_append(transfer->headers, line);
  if (list) transfer->headers = list;
  return list;
}

static bool configure(ccurl_transfer *transfer, const ccurl_options *options) {
  CURL *handle = transfer->handle;
  for (size_t i = 0; i < options->header_count; i++)
    if (!add_header(transfer, options->headers[i])) return false;
  // Without this, libcurl sends "Expect: 100-continue" with a large body, and waits for the response.
  if (!add_header(transfer, "Expect:")) return false;
#define SET(option, value)                                                                       \
  if (library.curl_easy_setopt(handle, CURLOPT_##option, value) != CURLE_OK) return false
  SET(PRIVATE, transfer);
  SET(ERRORBUFFER, transfer->message);
  SET(PROTOCOLS_STR, "http,https");
  SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(URL, options->url);
  SET(DISALLOW_USERNAME_IN_URL, 1L);
  SET(HTTPHEADER, transfer->headers);
  // Signals and their handlers belong to the program.
  SET(NOSIGNAL, 1L);
  // A cancelled transfer must not wait for the thread that resolves its host name.
  SET(QUICK_EXIT, 1L);
  SET(SUPPRESS_CONNECT_HEADERS, 1L);
  if (options->is_direct) SET(PROXY, "");
  if (options->ca_file) SET(CAINFO, options->ca_file);
  if (options->ca_folder) {
    SET(CAINFO, NULL);
    SET(CAPATH, options->ca_folder);
  }
  if (options->body) {
    SET(POSTFIELDSIZE_LARGE, (curl_off_t)options->body_count);
    SET(COPYPOSTFIELDS, options->body);
  } else {
    SET(HTTPGET, 1L);
  }
  SET(CUSTOMREQUEST, options->method);
  SET(CONNECTTIMEOUT_MS, options->connect_timeout_ms);
  SET(TIMEOUT_MS, options->timeout_ms);
  SET(LOW_SPEED_LIMIT, options->silence_timeout_seconds ? 1L : 0L);
  SET(LOW_SPEED_TIME, options->silence_timeout_seconds);
  // Before it returns to the loop, libcurl can fill a hundred buffers. Large ones would delay keys and ticks.
  SET(BUFFERSIZE, 1024L);
  SET(HEADERFUNCTION, on_header);
  SET(HEADERDATA, transfer);
  SET(WRITEFUNCTION, on_body);
  SET(WRITEDATA, transfer);
#undef SET
  return true;
}

ccurl_transfer *ccurl_start(ccurl_multi *multi, const ccurl_options *options) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->received_header = options->received_header;
  transfer->received_body = options->received_body;
  transfer->ended = options->ended;
  transfer->context = options->context;
  transfer->handle = library.curl_easy_init();
  if (!transfer->handle || !configure(transfer, options) ||
      library.curl_multi_add_handle(multi->handle, transfer->handle) != CURLM_OK) {
    free_transfer(transfer);
    return NULL;
  }
  return transfer;
}

void ccurl_cancel(ccurl_multi *multi, ccurl_transfer *transfer) {
  library.curl_multi_remove_handle(multi->handle, transfer->handle);
  free_transfer(transfer);
}

static void report_ended(ccurl_multi *multi) {
  int left = 0;
  CURLMsg *found;
  while ((found = library.curl_multi_info_read(multi->handle, &left))) {
    if (found->msg != CURLMSG_DONE) continue;
    ccurl_result result = {.code = found->data.result};
    CURL *handle = found->easy_handle;
    ccurl_transfer *transfer = NULL;
    library.curl_easy_getinfo(handle, CURLINFO_PRIVATE, &transfer);
    library.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &result.status);
    library.curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result.verification);
    library.curl_multi_remove_handle(multi->handle, handle);
    result.message =
        transfer->message[0] ? transfer->message : library.curl_easy_strerror(result.code);
    transfer->ended(transfer->context, result);
    free_transfer(transfer);
  }
}

void ccurl_descriptor_ready(ccurl_multi *multi, int descriptor, int events) {
  int mask = 0, running = 0;
  if (events & CCURL_READABLE) mask |= CURL_CSELECT_IN;
  if (events & CCURL_WRITABLE) mask |= CURL_CSELECT_OUT;
  library.curl_multi_socket_action(multi->handle, descriptor, mask, &running);
  report_ended(multi);
}

void ccurl_timer_fired(ccurl_multi *multi) {
  int running = 0;
  library.curl_multi_socket_action(multi->handle, CURL_SOCKET_TIMEOUT, 0, &running);
  report_ended(multi);
}

bool ccurl_is_unknown_host(int code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY;
}

bool ccurl_is_timeout(int code) { return code == CURLE_OPERATION_TIMEDOUT; }

bool ccurl_is_untrusted(int code) {
  return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
}

bool ccurl_is_other_host(int code, long verification) {
  // OpenSSL has accepted the certificate, but libcurl has found another host name in it.
  return code == CURLE_PEER_FAILED_VERIFICATION &&
         (verification == X509_V_OK || verification == X509_V_ERR_UNSPECIFIED);
}

bool ccurl_is_outside_validity(long verification) {
  return verification == X509_V_ERR_CERT_NOT_YET_VALID ||
         verification == X509_V_ERR_CERT_HAS_EXPIRED;
}

bool ccurl_is_connection_failure(int code) {
  return code == CURLE_COULDNT_CONNECT || code == CURLE_SSL_CONNECT_ERROR ||
         code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING ||
         code == CURLE_PARTIAL_FILE;
}
