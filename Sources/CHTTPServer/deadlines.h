#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The deadlines of connections. libmicrohttpd closes connections that are idle, but not those that send a byte now and
// then. Every request has the same time, so the list is in the order of deadlines and each step costs O(1).

struct connection_list {
  struct connection *first, *last;
};

struct connection {
  struct connection_list *list;
  struct connection *previous, *next;
  int socket;
  int64_t start;
};

struct deadlines {
  pthread_mutex_t mutex;
  pthread_cond_t has_stopped, is_empty;
  pthread_t thread;
  bool has_thread, is_closing, is_stopping;
  // The connections with a deadline, and the others.
  struct connection_list timed, untimed;
  unsigned count;
  int64_t limit;
  int64_t (*now)(void *context);
  void *context;
};

/// Prepares deadlines `limit` milliseconds after the start of each request, and starts the thread that enforces them
/// unless `now`, the clock of a test, is given.
bool deadlines_start(struct deadlines *deadlines, int64_t limit, int64_t (*now)(void *), void *context);

/// Shuts down the sockets of all connections, also of those that are added meanwhile, and waits until they are removed.
void deadlines_close(struct deadlines *deadlines);

/// Ends the thread.
void deadlines_stop(struct deadlines *deadlines);

/// Adds a connection. Its first request starts now.
struct connection *deadlines_add(struct deadlines *deadlines, int socket);

/// Removes a connection. Afterwards, its socket is not used any more.
void deadlines_remove(struct deadlines *deadlines, struct connection *connection);

/// Starts the time of the next request of a connection.
void deadlines_restart(struct deadlines *deadlines, struct connection *connection);

/// Removes the deadline of a connection whose response has no end, until `deadlines_restart`.
void deadlines_suspend(struct deadlines *deadlines, struct connection *connection);

/// Shuts down the sockets of requests that have taken too long, and returns their number.
unsigned deadlines_enforce(struct deadlines *deadlines);

/// The number of connections.
unsigned deadlines_count(struct deadlines *deadlines);
