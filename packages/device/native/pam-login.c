/*
 * Checks a user's password with PAM: pam-login SERVICE [CONFDIR]
 *
 * Standard input: the user's name, a NUL, the password, a NUL. Nothing secret is an argument, where any process of the
 * machine could read it. Exit status: 0 the login is good, 1 it is not, 2 it could not be checked (reason on standard
 * error). CONFDIR replaces /etc/pam.d, for tests.
 *
 * The part of PAM's stable interface that is used is declared here, so that a compiler is all that is needed.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pam_message { int msg_style; const char *msg; };
struct pam_response { char *resp; int resp_retcode; };
struct pam_conv {
  int (*conv)(int, const struct pam_message **, struct pam_response **, void *);
  void *appdata_ptr;
};
typedef struct pam_handle pam_handle_t;
extern int pam_start(const char *, const char *, const struct pam_conv *, pam_handle_t **);
extern int pam_start_confdir(const char *, const char *, const struct pam_conv *, const char *, pam_handle_t **);
extern int pam_set_item(pam_handle_t *, int, const void *);
extern int pam_authenticate(pam_handle_t *, int);
extern int pam_acct_mgmt(pam_handle_t *, int);
extern int pam_end(pam_handle_t *, int);
extern const char *pam_strerror(pam_handle_t *, int);

enum { SUCCESS = 0, SYSTEM_ERR = 4, BUF_ERR = 5, CONV_ERR = 19, ABORT = 26, SERVICE_ERR = 3, AUTHINFO_UNAVAIL = 9, MODULE_UNKNOWN = 28 };
enum { PROMPT_ECHO_OFF = 1, TEXT_INFO = 4, ERROR_MSG = 3 };
enum { FAIL_DELAY = 10, DISALLOW_NULL_AUTHTOK = 1, INPUT_MAX = 1024 };

/* Answers the one question that has no echo with the password; any other cannot be answered here. */
static int answer(int count, const struct pam_message **messages, struct pam_response **replies, void *password) {
  if (count <= 0) return CONV_ERR;
  struct pam_response *given = calloc((size_t)count, sizeof *given);
  if (!given) return BUF_ERR;
  for (int index = 0; index < count; index++) {
    int style = messages[index]->msg_style;
    if (style == TEXT_INFO || style == ERROR_MSG) continue;
    given[index].resp = style == PROMPT_ECHO_OFF ? strdup(password) : NULL;
    if (!given[index].resp) {
      free(given);
      return CONV_ERR;
    }
  }
  *replies = given;
  return SUCCESS;
}

/* The agent makes every refusal take the same time, so PAM's own delay only keeps a person waiting. */
static void no_delay(int status, unsigned microseconds, void *data) {
  (void)status, (void)microseconds, (void)data;
}

int main(int argc, char **argv) {
  static char input[INPUT_MAX + 1];
  if (argc < 2) return 2;
  size_t length = fread(input, 1, INPUT_MAX, stdin);
  char *password = memchr(input, 0, length);
  if (!password || !memchr(password + 1, 0, length - (size_t)(password + 1 - input))) return 2;
  password++;

  struct pam_conv conversation = {answer, password};
  pam_handle_t *pam = NULL;
  int status = argc > 2 ? pam_start_confdir(argv[1], input, &conversation, argv[2], &pam)
                        : pam_start(argv[1], input, &conversation, &pam);
  if (status != SUCCESS) {
    fprintf(stderr, "PAM does not start: %d\n", status);
    return 2;
  }
  pam_set_item(pam, FAIL_DELAY, (const void *)no_delay);
  status = pam_authenticate(pam, DISALLOW_NULL_AUTHTOK);
  if (status == SUCCESS) status = pam_acct_mgmt(pam, DISALLOW_NULL_AUTHTOK);
  int unchecked = status == SYSTEM_ERR || status == BUF_ERR || status == ABORT || status == SERVICE_ERR ||
                  status == AUTHINFO_UNAVAIL || status == MODULE_UNKNOWN;
  if (unchecked) fprintf(stderr, "%s\n", pam_strerror(pam, status));
  pam_end(pam, status);
  explicit_bzero(input, sizeof input);
  return status == SUCCESS ? 0 : unchecked ? 2 : 1;
}
