/* A module that does to the runtime whatever its argument `what` says. */
#include "../../../examples/plugins/plugin.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char *id;

static int says(const char *what) {
  char data[256];
  snprintf(data, sizeof data, "{\"saw\":\"%s\"}", what);
  return answer(id, 1, data);
}

static int tries_write(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return says(strerror(errno));
  if (write(file, "changed", 7) != 7 || close(file) != 0) return says(strerror(errno));
  return says("written");
}

static int tries_read(const char *path) {
  char text[64] = {0};
  int file = open(path, O_RDONLY);
  if (file < 0) return says(strerror(errno));
  return read(file, text, 63) < 0 ? says(strerror(errno)) : says(text);
}

static int fills(const char *path) {
  static char piece[65536];
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return says(strerror(errno));
  while (write(file, piece, sizeof piece) > 0);
  return says(strerror(errno));
}

static int makes_many(const char *folder) {
  for (int turn = 0;; turn++) {
    char name[64];
    snprintf(name, sizeof name, "%s/%d", folder, turn);
    int file = open(name, O_WRONLY | O_CREAT, 0666);
    if (file < 0) return says(strerror(errno));
    close(file);
  }
}

int main(void) {
  char *call = read_call();
  id = member(call, "request_id");
  char *args = unescape(member(call, "args_json"));
  char *what = member(args, "what");
  char *path = member(args, "path");
  if (!strcmp(what, "floods")) for (;;) { puts("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"); fputs("yyyy", stderr); }
  if (!strcmp(what, "complains")) for (;;) fputs("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", stderr);
  if (!strcmp(what, "loops")) for (volatile int turn = 0;; turn++);
  if (!strcmp(what, "sleeps")) for (;;) sleep(1000);
  if (!strcmp(what, "half")) { printf("{\"protocol_version\":0,\"request_id\":\"%s\"", id); return 0; }
  if (!strcmp(what, "wrong-id")) return answer("another", 1, "{}");
  if (!strcmp(what, "twice")) { answer(id, 1, "{}"); return answer(id, 1, "{}"); }
  if (!strcmp(what, "rubbish")) { answer(id, 1, "{}"); puts("done"); return 0; }
  if (!strcmp(what, "nothing")) return 0;
  if (!strcmp(what, "code")) { answer(id, 1, "{}"); return 3; }
  if (!strcmp(what, "traps")) __builtin_trap();
  if (!strcmp(what, "allocates")) {
    /* Each piece holds where the next is, so that none is left out. */
    for (void **last = NULL;;) {
      void **next = malloc(1 << 20);
      if (!next) abort();
      *next = last;
      last = next;
    }
  }
  if (!strcmp(what, "fills")) return fills(path);
  if (!strcmp(what, "many")) return makes_many(path);
  if (!strcmp(what, "reads")) return tries_read(path);
  if (!strcmp(what, "writes")) return tries_write(path);
  return says("unknown");
}
