#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The deadlines of connections, and of tasks for the worker threads. libmicrohttpd closes idle connections, but not
// those that send a byte now and then. All entries of a list have the same time limit, so each list is in the order of
// deadlines, and each step costs O(1).

struct entry {
  struct entry_list *list;
  struct entry *previous, *next;
  int64_t start;
};

struct entry_list {
  struct entry *first, *last;
  unsigned count;
  /// The time limit of an entry in milliseconds; 0 for no limit.
  int64_t limit;
};

struct connection {
  struct entry entry;
  int socket;
};

/// A function to call on a worker thread.
struct task {
  struct entry entry;
  /// Called once, with true if no worker was free in time. The function may free the task.
  void (*run)(struct task *task, bool is_overdue);
};

struct deadlines {
  pthread_mutex_t mutex;
  pthread_cond_t has_changed, has_task, is_empty;
  pthread_t thread, *workers;
  unsigned worker_count, idle_worker_count;
  bool has_thread, is_closing, is_stopping;
  /// Whether the thread wakes up when the first task becomes overdue.
  bool is_watching_tasks;
  // Connections whose request has no valid token yet, those whose request has one, and those without a deadline.
  struct entry_list unknown, known, untimed;
  struct entry_list tasks;
  unsigned max_unknown;
  int64_t (*now)(void *context);
  void *context;
};

struct deadlines_options {
  /// The maximum times in milliseconds of a request, and of a task that waits for a worker.
  int64_t request_limit, task_limit;
  /// The maximum number of connections whose request has no valid token.
  unsigned max_unknown;
  unsigned workers;
  /// The clock of a test, or NULL.
  int64_t (*now)(void *context);
  void *context;
};

/// Starts the workers and, unless a test provides a clock, the thread that enforces deadlines.
bool deadlines_start(struct deadlines *deadlines, const struct deadlines_options *options);

/// Shuts down the sockets of all connections, including connections added in the meantime, and waits for their removal.
void deadlines_close(struct deadlines *deadlines);

/// Runs the waiting tasks and ends the threads.
void deadlines_stop(struct deadlines *deadlines);

/// Adds a connection and starts the time of its first request. If too many connections lack a token, closes the oldest.
struct connection *deadlines_add(struct deadlines *deadlines, int socket);

/// Removes a connection. Its socket is not used afterwards.
void deadlines_remove(struct deadlines *deadlines, struct connection *connection);

/// Starts the time of a connection's next request, which has no token yet.
void deadlines_restart(struct deadlines *deadlines, struct connection *connection);

/// Records that the request of a connection has a valid token.
void deadlines_know(struct deadlines *deadlines, struct connection *connection);

/// Removes the deadline of a connection whose response is endless, until `deadlines_restart`.
void deadlines_suspend(struct deadlines *deadlines, struct connection *connection);

/// Runs a task on a worker thread.
void deadlines_perform(struct deadlines *deadlines, struct task *task);

/// Shuts down the sockets of overdue requests, and returns their number. Runs overdue tasks.
unsigned deadlines_enforce(struct deadlines *deadlines);

/// The number of tasks that wait for a worker.
unsigned deadlines_task_count(struct deadlines *deadlines);

/// The number of connections.
unsigned deadlines_count(struct deadlines *deadlines);
