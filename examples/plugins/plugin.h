/* The little that a plugin in C needs: reads the call of protocol 0, and writes the answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of standard input, with a NUL at its end. */
static char *read_call(void) {
  size_t size = 0, room = 65536;
  char *text = malloc(room + 1);
  size_t got;
  while (text && (got = fread(text + size, 1, room - size, stdin)) > 0) {
    size += got;
    if (size == room) text = realloc(text, (room *= 2) + 1);
  }
  if (text) text[size] = 0;
  return text;
}

/* The value of a key that is a string, still as JSON writes it, without its quotes; or NULL. The key
   has to stand at the top, which is so for every key of a call but those inside args_json, where each
   quote has a backslash before it. */
static char *member(const char *json, const char *key) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
  const char *at = strstr(json, wanted);
  if (!at) return NULL;
  at += strlen(wanted);
  const char *end = at;
  while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
  char *value = malloc(end - at + 1);
  memcpy(value, at, end - at);
  value[end - at] = 0;
  return value;
}

/* Undoes one level of JSON's own marks. \u stays as it is: it is valid where it stands then. */
static char *unescape(const char *text) {
  char *plain = malloc(strlen(text) + 1), *to = plain;
  for (; *text; text++) {
    if (*text != '\\') { *to++ = *text; continue; }
    switch (*++text) {
      case 'n': *to++ = '\n'; break;
      case 't': *to++ = '\t'; break;
      case 'r': *to++ = '\r'; break;
      case 'b': *to++ = '\b'; break;
      case 'f': *to++ = '\f'; break;
      case 'u': *to++ = '\\'; *to++ = 'u'; break;
      default: *to++ = *text;
    }
  }
  *to = 0;
  return plain;
}

/* Writes text as it stands between the quotes of a JSON string. */
static void put_escaped(const char *text) {
  for (; *text; text++) {
    unsigned char c = *text;
    if (c == '"' || c == '\\') printf("\\%c", c);
    else if (c < 0x20) printf("\\u%04x", c);
    else putchar(c);
  }
}

/* data: JSON, as it is to be read by the caller. */
static int answer(const char *request_id, int ok, const char *data) {
  printf("{\"protocol_version\":0,\"request_id\":\"%s\",\"ok\":%s,\"data_json\":\"", request_id, ok ? "true" : "false");
  put_escaped(data);
  printf("\",\"stdout\":\"\",\"stderr\":\"\"}\n");
  return 0;
}
