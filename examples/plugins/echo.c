/* Gives back the text that it is given. A WASI module: see README.md for how to build it. */
#include "plugin.h"

int main(void) {
  char *call = read_call();
  char *id = call ? member(call, "request_id") : NULL;
  char *written = call ? member(call, "args_json") : NULL;
  if (!id || !written) {
    fprintf(stderr, "This is no call of protocol 0.\n");
    return 1;
  }
  char *args = unescape(written);
  char *text = member(args, "text");
  if (!text) return answer(id, 0, "{\"error\":\"There is no text.\"}");
  char *data = malloc(strlen(text) + 16);
  sprintf(data, "{\"text\":\"%s\"}", text);
  return answer(id, 1, data);
}
