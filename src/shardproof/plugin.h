/* A plugin: a merge or a state in a shared library, for shardproof to judge. C99, and nothing but this file.
 *
 *     #include <shardproof/plugin.h>
 *
 *     static int merge(const struct shardproof_double_triple* workers, size_t count, struct shardproof_answer* answer) {
 *       double n = 0, s = 0, q = 0;
 *       for (size_t i = 0; i < count; ++i) {
 *         n += workers[i].count;
 *         s += workers[i].sum;
 *         q += workers[i].sumsq;
 *       }
 *       return n == 0 ? SHARDPROOF_NONE : shardproof_number(answer, q / n - (s / n) * (s / n));
 *     }
 *
 *     const struct shardproof_plugin* shardproof_plugin(void) {
 *       static const struct shardproof_plugin plugin = {SHARDPROOF_PLUGIN("naive double"), .merge_doubles = merge};
 *       return &plugin;
 *     }
 *
 * That is all of it:   cc -shared -fPIC -o naive.so naive.c
 *
 * What is called: one function at a time, in one thread, in a process of the plugin's own. It may print: what it writes
 * to standard output goes to standard error, which is kept and never judged. It may crash; that is a finding, too.
 */
#ifndef SHARDPROOF_PLUGIN_H
#define SHARDPROOF_PLUGIN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what is below. It changes when a plugin that was built with an older one cannot be asked any more;
 * members that come at the end of struct shardproof_plugin do not change it. */
#define SHARDPROOF_PLUGIN_ABI 1

/* What a function returns. */
enum shardproof_outcome {
  /* A step of a state was taken. That is no answer. */
  SHARDPROOF_DONE = 0,
  /* The answer is `number`. NaN and the infinities are answers, too. */
  SHARDPROOF_NUMBER = 1,
  /* The answer is what was said, "n" or "n/d" in decimal digits. It is taken exactly, and stands for its nearest
   * double. */
  SHARDPROOF_TEXT = 2,
  /* There are no observations, hence no answer. */
  SHARDPROOF_NONE = 3,
  /* It cannot be done; what was said is why. */
  SHARDPROOF_ERROR = 4
};

/* Where an answer goes. Made by the host for one call. */
struct shardproof_answer {
  double number;
  /* Says `length` bytes, which are copied at once. The last call counts. */
  void (*say)(struct shardproof_answer* answer, const char* bytes, size_t length);
  /* The host's own. */
  void* host;
};

/* What a worker sends: how many observations it has, their sum, the sum of their squares. A worker with count 0 says
 * nothing, whatever its sums are. */
struct shardproof_double_triple {
  double count, sum, sumsq;
};

struct shardproof_int64_triple {
  int64_t count, sum, sumsq;
};

/* Exact numbers in decimal digits, "n" or "n/d" in lowest terms: "-12", "3602879701896397/36028797018963968". */
struct shardproof_text_triple {
  const char *count, *sum, *sumsq;
};

/* What the plugin can do. What it cannot is null: name the members that you give, and the others are. What returns int
 * returns a shardproof_outcome.
 *
 * A plugin has a merge or a state; one that has both is asked as a merge.
 */
struct shardproof_plugin {
  /* SHARDPROOF_PLUGIN_ABI. */
  uint32_t abi_version;
  /* sizeof(struct shardproof_plugin): where the members end that the plugin knows of. */
  uint32_t size;
  /* What reports call it, in UTF-8. */
  const char* name;
  /* 0, or the SHARDPROOF_FLAG_... below, added up. */
  uint32_t flags;

  /* A merge: the population variance of all workers' observations, or SHARDPROOF_NONE if there are none. One of these
   * three is enough. It is asked only what its numbers hold exactly. Of several the doubles are asked, or the texts
   * where exact answers are wanted. */
  int (*merge_doubles)(const struct shardproof_double_triple* workers,
                       size_t count,
                       struct shardproof_answer* answer);
  int (*merge_int64s)(const struct shardproof_int64_triple* workers,
                      size_t count,
                      struct shardproof_answer* answer);
  int (*merge_texts)(const struct shardproof_text_triple* workers,
                     size_t count,
                     struct shardproof_answer* answer);

  /* A state. It must have these five. */

  /* An empty one. If it cannot be made: null, and why was said. */
  void* (*create)(struct shardproof_answer* answer);
  void (*destroy)(void* state);
  int (*accumulate)(void* state, double x, struct shardproof_answer* answer);
  /* `state` takes in `other`, which stays as it is and may be `state` itself (but see the flags). */
  int (*merge)(void* state, const void* other, struct shardproof_answer* answer);
  /* The population variance. */
  int (*finalise)(const void* state, struct shardproof_answer* answer);

  /* A state may do more, and is judged on all that it does. */

  /* How many observations it has seen. */
  int (*count)(const void* state, struct shardproof_answer* answer);
  /* Their mean; SHARDPROOF_NONE for no observations. */
  int (*mean)(const void* state, struct shardproof_answer* answer);
  /* `state` becomes a copy of `other`. */
  int (*copy)(void* state, const void* other, struct shardproof_answer* answer);
  /* Undoes one accumulate(x). */
  int (*retract)(void* state, double x, struct shardproof_answer* answer);
  /* Says the state as bytes, and makes it of them again: an empty state becomes the one that was encoded. */
  int (*encode)(const void* state, struct shardproof_answer* answer);
  int (*decode)(void* state, const char* bytes, size_t length, struct shardproof_answer* answer);
  /* `out`, which is `left` or `right` itself, becomes the merge of the two. */
  int (*merge_into)(const void* left,
                    const void* right,
                    void* out,
                    struct shardproof_answer* answer);
  /* `out`, which may be one of them, becomes the merge of all `states` in one call. */
  int (*merge_all)(void* out,
                   const void* const* states,
                   size_t count,
                   struct shardproof_answer* answer);
  /* The workers exchange what they saw: afterwards each reads the whole, each observation once. */
  int (*synchronise)(void* const* states, size_t count, struct shardproof_answer* answer);
};

/* `merge` cannot take in the state itself, and is not asked to. */
#define SHARDPROOF_FLAG_NO_SELF_MERGE 1u

/* The members that every plugin has, as the first ones of its initialiser. */
#define SHARDPROOF_PLUGIN(text) \
  .abi_version = SHARDPROOF_PLUGIN_ABI, .size = sizeof(struct shardproof_plugin), .name = (text)

#if defined(__GNUC__)
#define SHARDPROOF_EXPORTED __attribute__((visibility("default")))
/* In C++ the function hides the constructor of the struct, which nobody needs. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#else
#define SHARDPROOF_EXPORTED
#endif

/* What the library exports. Called once; what it returns stays as it is. */
SHARDPROOF_EXPORTED const struct shardproof_plugin* shardproof_plugin(void);

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* `return shardproof_number(answer, x);` */
static inline int shardproof_number(struct shardproof_answer* answer, double number) {
  answer->number = number;
  return SHARDPROOF_NUMBER;
}

/* `return shardproof_text(answer, "1/4");` */
static inline int shardproof_text(struct shardproof_answer* answer, const char* text) {
  answer->say(answer, text, strlen(text));
  return SHARDPROOF_TEXT;
}

/* `return shardproof_error(answer, "a count is negative");` */
static inline int shardproof_error(struct shardproof_answer* answer, const char* why) {
  answer->say(answer, why, strlen(why));
  return SHARDPROOF_ERROR;
}

#ifdef __cplusplus
}
#endif

#endif
