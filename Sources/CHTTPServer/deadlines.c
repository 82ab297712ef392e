#include "deadlines.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static int64_t monotonic_milliseconds(void *context) {
  (void)context;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void unlink_connection(struct connection *connection) {
  struct connection_list *list = connection->list;
  if (connection->previous) connection->previous->next = connection->next;
  else list->first = connection->next;
  if (connection->next) connection->next->previous = connection->previous;
  else list->last = connection->previous;
}

static void append_connection(struct connection_list *list, struct connection *connection) {
  connection->list = list;
  connection->previous = list->last;
  connection->next = NULL;
  if (list->last) list->last->next = connection;
  else list->first = connection;
  list->last = connection;
}

static void append_timed(struct deadlines *deadlines, struct connection *connection) {
  connection->start = deadlines->now(deadlines->context);
  append_connection(&deadlines->timed, connection);
}

// The mutex is locked, so that no socket in a list can be closed, and its number given to another connection. The
// library notices, and closes the connection.
static void shut_down(struct connection *connection) { shutdown(connection->socket, SHUT_RDWR); }

static unsigned enforce(struct deadlines *deadlines) {
  int64_t now = deadlines->now(deadlines->context);
  unsigned count = 0;
  struct connection *late;
  while ((late = deadlines->timed.first) && now - late->start >= deadlines->limit) {
    unlink_connection(late);
    append_connection(&deadlines->untimed, late);
    shut_down(late);
    count++;
  }
  return count;
}

static void *enforce_until_stopped(void *context) {
  struct deadlines *deadlines = context;
  pthread_mutex_lock(&deadlines->mutex);
  while (!deadlines->is_stopping) {
    enforce(deadlines);
    // A request that starts later than now has a later deadline than this one.
    struct connection *first = deadlines->timed.first;
    int64_t start = first ? first->start : deadlines->now(deadlines->context);
    int64_t deadline = start + deadlines->limit;
    struct timespec time = {.tv_sec = deadline / 1000, .tv_nsec = deadline % 1000 * 1000000};
    pthread_cond_timedwait(&deadlines->has_stopped, &deadlines->mutex, &time);
  }
  pthread_mutex_unlock(&deadlines->mutex);
  return NULL;
}

bool deadlines_start(struct deadlines *deadlines, int64_t limit, int64_t (*now)(void *), void *context) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&deadlines->has_stopped, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_cond_init(&deadlines->is_empty, NULL);
  pthread_mutex_init(&deadlines->mutex, NULL);
  deadlines->limit = limit;
  deadlines->now = now ? now : monotonic_milliseconds;
  deadlines->context = context;
  if (now) return true;
  // Signals are for the threads of the program.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  deadlines->has_thread =
      pthread_create(&deadlines->thread, NULL, enforce_until_stopped, deadlines) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return deadlines->has_thread;
}

void deadlines_close(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  deadlines->is_closing = true;
  for (struct connection *each = deadlines->timed.first; each; each = each->next) shut_down(each);
  for (struct connection *each = deadlines->untimed.first; each; each = each->next) shut_down(each);
  while (deadlines->count > 0) pthread_cond_wait(&deadlines->is_empty, &deadlines->mutex);
  pthread_mutex_unlock(&deadlines->mutex);
}

void deadlines_stop(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  deadlines->is_stopping = true;
  pthread_cond_signal(&deadlines->has_stopped);
  pthread_mutex_unlock(&deadlines->mutex);
  if (deadlines->has_thread) pthread_join(deadlines->thread, NULL);
  pthread_cond_destroy(&deadlines->has_stopped);
  pthread_cond_destroy(&deadlines->is_empty);
  pthread_mutex_destroy(&deadlines->mutex);
}

struct connection *deadlines_add(struct deadlines *deadlines, int socket) {
  struct connection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->socket = socket;
  pthread_mutex_lock(&deadlines->mutex);
  append_timed(deadlines, connection);
  // It was accepted just before the server stopped listening.
  if (deadlines->is_closing) shut_down(connection);
  deadlines->count++;
  pthread_mutex_unlock(&deadlines->mutex);
  return connection;
}

void deadlines_remove(struct deadlines *deadlines, struct connection *connection) {
  pthread_mutex_lock(&deadlines->mutex);
  unlink_connection(connection);
  deadlines->count--;
  if (deadlines->count == 0) pthread_cond_signal(&deadlines->is_empty);
  pthread_mutex_unlock(&deadlines->mutex);
  free(connection);
}

void deadlines_restart(struct deadlines *deadlines, struct connection *connection) {
  pthread_mutex_lock(&deadlines->mutex);
  unlink_connection(connection);
  append_timed(deadlines, connection);
  pthread_mutex_unlock(&deadlines->mutex);
}

void deadlines_suspend(struct deadlines *deadlines, struct connection *connection) {
  pthread_mutex_lock(&deadlines->mutex);
  unlink_connection(connection);
  append_connection(&deadlines->untimed, connection);
  pthread_mutex_unlock(&deadlines->mutex);
}

unsigned deadlines_enforce(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  unsigned count = enforce(deadlines);
  pthread_mutex_unlock(&deadlines->mutex);
  return count;
}

unsigned deadlines_count(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  unsigned count = deadlines->count;
  pthread_mutex_unlock(&deadlines->mutex);
  return count;
}
