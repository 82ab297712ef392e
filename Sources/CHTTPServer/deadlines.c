#include "deadlines.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// The stack size of a thread. With the default of 8 MB, threads could exceed the memory limit of the process.
static const size_t stack_size = 2 << 20;

static int64_t monotonic_milliseconds(void *context) {
  (void)context;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void unlink_entry(struct entry *entry) {
  struct entry_list *list = entry->list;
  if (entry->previous) entry->previous->next = entry->next;
  else list->first = entry->next;
  if (entry->next) entry->next->previous = entry->previous;
  else list->last = entry->previous;
  list->count--;
}

// Inserts an entry after all entries that started earlier, usually at the end.
static void insert(struct entry_list *list, struct entry *entry) {
  struct entry *previous = list->last;
  while (list->limit && previous && previous->start > entry->start) previous = previous->previous;
  entry->list = list;
  entry->previous = previous;
  entry->next = previous ? previous->next : list->first;
  if (entry->next) entry->next->previous = entry;
  else list->last = entry;
  if (previous) previous->next = entry;
  else list->first = entry;
  list->count++;
}

static void move(struct entry *entry, struct entry_list *list) {
  unlink_entry(entry);
  insert(list, entry);
}

// Called with the mutex locked, so that a listed socket cannot be closed and its number reused. libmicrohttpd notices
// the shutdown and closes the connection.
static void shut_down(struct entry *entry) {
  shutdown(((struct connection *)entry)->socket, SHUT_RDWR);
}

static void shut_down_all(const struct entry_list *list) {
  for (struct entry *each = list->first; each; each = each->next) shut_down(each);
}

static void shut_down_late(struct deadlines *deadlines, struct entry *entry) {
  move(entry, &deadlines->untimed);
  shut_down(entry);
}

static void insert_unknown(struct deadlines *deadlines, struct connection *connection) {
  connection->entry.start = deadlines->now(deadlines->context);
  insert(&deadlines->unknown, &connection->entry);
  if (deadlines->unknown.count > deadlines->max_unknown)
    shut_down_late(deadlines, deadlines->unknown.first);
}

static struct entry *late(const struct entry_list *list, int64_t now) {
  return list->first && now - list->first->start >= list->limit ? list->first : NULL;
}

// Called with the mutex locked. Unlocks it while overdue tasks run.
static unsigned enforce(struct deadlines *deadlines) {
  int64_t now = deadlines->now(deadlines->context);
  unsigned count = 0;
  struct entry *entry;
  for (; (entry = late(&deadlines->unknown, now)); count++) shut_down_late(deadlines, entry);
  for (; (entry = late(&deadlines->known, now)); count++) shut_down_late(deadlines, entry);
  while ((entry = late(&deadlines->tasks, now))) {
    unlink_entry(entry);
    pthread_mutex_unlock(&deadlines->mutex);
    ((struct task *)entry)->run((struct task *)entry, true);
    pthread_mutex_lock(&deadlines->mutex);
  }
  return count;
}

static void *enforce_until_stopped(void *context) {
  struct deadlines *deadlines = context;
  const struct entry_list *lists[] = {&deadlines->unknown, &deadlines->known, &deadlines->tasks};
  pthread_mutex_lock(&deadlines->mutex);
  while (!deadlines->is_stopping) {
    enforce(deadlines);
    // A request that starts from now on cannot be overdue before this deadline.
    int64_t deadline = deadlines->now(deadlines->context) + deadlines->unknown.limit;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
      const struct entry *first = lists[i]->first;
      if (first && first->start + lists[i]->limit < deadline)
        deadline = first->start + lists[i]->limit;
    }
    deadlines->is_watching_tasks = deadlines->tasks.first;
    struct timespec time = {.tv_sec = deadline / 1000, .tv_nsec = deadline % 1000 * 1000000};
    pthread_cond_timedwait(&deadlines->has_changed, &deadlines->mutex, &time);
  }
  pthread_mutex_unlock(&deadlines->mutex);
  return NULL;
}

static void *work(void *context) {
  struct deadlines *deadlines = context;
  pthread_mutex_lock(&deadlines->mutex);
  while (true) {
    struct task *task = (struct task *)deadlines->tasks.first;
    if (task) {
      unlink_entry(&task->entry);
      pthread_mutex_unlock(&deadlines->mutex);
      task->run(task, false);
      pthread_mutex_lock(&deadlines->mutex);
    } else if (deadlines->is_stopping) {
      break;
    } else {
      deadlines->idle_worker_count++;
      pthread_cond_wait(&deadlines->has_task, &deadlines->mutex);
      deadlines->idle_worker_count--;
    }
  }
  pthread_mutex_unlock(&deadlines->mutex);
  return NULL;
}

bool deadlines_start(struct deadlines *deadlines, const struct deadlines_options *options) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&deadlines->has_changed, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_cond_init(&deadlines->has_task, NULL);
  pthread_cond_init(&deadlines->is_empty, NULL);
  pthread_mutex_init(&deadlines->mutex, NULL);
  deadlines->unknown.limit = deadlines->known.limit = options->request_limit;
  deadlines->tasks.limit = options->task_limit;
  deadlines->max_unknown = options->max_unknown;
  deadlines->now = options->now ? options->now : monotonic_milliseconds;
  deadlines->context = options->context;
  deadlines->workers = calloc(options->workers, sizeof *deadlines->workers);
  if (!deadlines->workers) {
    deadlines_stop(deadlines);
    return false;
  }
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  pthread_attr_setstacksize(&attribute, stack_size);
  // The new threads block all signals, so the program's own threads receive them.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  while (deadlines->worker_count < options->workers &&
         pthread_create(&deadlines->workers[deadlines->worker_count], &attribute, work,
                        deadlines) == 0)
    deadlines->worker_count++;
  deadlines->has_thread =
      !options->now &&
      pthread_create(&deadlines->thread, &attribute, enforce_until_stopped, deadlines) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  pthread_attr_destroy(&attribute);
  if (deadlines->worker_count == options->workers && deadlines->has_thread == !options->now)
    return true;
  deadlines_stop(deadlines);
  return false;
}

void deadlines_close(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  deadlines->is_closing = true;
  shut_down_all(&deadlines->unknown);
  shut_down_all(&deadlines->known);
  shut_down_all(&deadlines->untimed);
  while (deadlines->unknown.count + deadlines->known.count + deadlines->untimed.count > 0)
    pthread_cond_wait(&deadlines->is_empty, &deadlines->mutex);
  pthread_mutex_unlock(&deadlines->mutex);
}

void deadlines_stop(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  deadlines->is_stopping = true;
  pthread_cond_signal(&deadlines->has_changed);
  pthread_cond_broadcast(&deadlines->has_task);
  pthread_mutex_unlock(&deadlines->mutex);
  if (deadlines->has_thread) pthread_join(deadlines->thread, NULL);
  for (unsigned i = 0; i < deadlines->worker_count; i++) pthread_join(deadlines->workers[i], NULL);
  free(deadlines->workers);
  pthread_cond_destroy(&deadlines->has_changed);
  pthread_cond_destroy(&deadlines->has_task);
  pthread_cond_destroy(&deadlines->is_empty);
  pthread_mutex_destroy(&deadlines->mutex);
}

struct connection *deadlines_add(struct deadlines *deadlines, int socket) {
  struct connection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->socket = socket;
  pthread_mutex_lock(&deadlines->mutex);
  insert_unknown(deadlines, connection);
  // If the server is closing, the connection was accepted just before the server stopped listening.
  if (deadlines->is_closing) shut_down(&connection->entry);
  pthread_mutex_unlock(&deadlines->mutex);
  return connection;
}

void deadlines_remove(struct deadlines *deadlines, struct connection *connection) {
  pthread_mutex_lock(&deadlines->mutex);
  unlink_entry(&connection->entry);
  if (deadlines->unknown.count + deadlines->known.count + deadlines->untimed.count == 0)
    pthread_cond_signal(&deadlines->is_empty);
  pthread_mutex_unlock(&deadlines->mutex);
  free(connection);
}

void deadlines_restart(struct deadlines *deadlines, struct connection *connection) {
  pthread_mutex_lock(&deadlines->mutex);
  unlink_entry(&connection->entry);
  insert_unknown(deadlines, connection);
  pthread_mutex_unlock(&deadlines->mutex);
}

// Moves a connection to another list.
static void change_list(struct deadlines *deadlines, struct connection *connection,
                        struct entry_list *list) {
  pthread_mutex_lock(&deadlines->mutex);
  move(&connection->entry, list);
  pthread_mutex_unlock(&deadlines->mutex);
}

void deadlines_know(struct deadlines *deadlines, struct connection *connection) {
  change_list(deadlines, connection, &deadlines->known);
}

void deadlines_suspend(struct deadlines *deadlines, struct connection *connection) {
  change_list(deadlines, connection, &deadlines->untimed);
}

void deadlines_perform(struct deadlines *deadlines, struct task *task) {
  pthread_mutex_lock(&deadlines->mutex);
  task->entry.start = deadlines->now(deadlines->context);
  insert(&deadlines->tasks, &task->entry);
  if (deadlines->idle_worker_count > 0) pthread_cond_signal(&deadlines->has_task);
  // Each idle worker takes one task. Deadlines only matter for tasks that wait.
  if (deadlines->tasks.count > deadlines->idle_worker_count && !deadlines->is_watching_tasks)
    pthread_cond_signal(&deadlines->has_changed);
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
  unsigned count =
      deadlines->unknown.count + deadlines->known.count + deadlines->untimed.count;
  pthread_mutex_unlock(&deadlines->mutex);
  return count;
}

unsigned deadlines_task_count(struct deadlines *deadlines) {
  pthread_mutex_lock(&deadlines->mutex);
  unsigned count = deadlines->tasks.count;
  pthread_mutex_unlock(&deadlines->mutex);
  return count;
}
