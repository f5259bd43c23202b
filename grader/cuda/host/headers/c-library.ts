/** <cstdlib>, <cstring>, <ctime>, <unistd.h>: the lab itself does what these do. */
const FUNCTIONS = `
inline int __builtin_ctz(unsigned bits) { return __ffs(bits) - 1; }
inline int __builtin_ctzll(unsigned long long bits) { return __ffsll(bits) - 1; }
typedef long long time_t;
typedef long long ssize_t;
void *__room(size_t bytes);
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes);
void *realloc(void *before, size_t bytes);
void free(void *block);
void *memset(void *to, int value, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
size_t strlen(const char *text);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int radix);
unsigned long strtoul(const char *text, char **end, int radix);
long long strtoll(const char *text, char **end, int radix);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
void srand(unsigned seed);
void srand48(long seed);
int rand();
long random();
double drand48();
time_t time(time_t *now);
clock_t clock();
double omp_get_wtime();
void __note(const char *text);
void __note_time();
void __note_random();
unsigned __mt19937(unsigned *state, int *next);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int system(const char *command);
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
void exit(int code);
void _exit(int code);
void abort();
`;

/** <cstdio>. What is printed to `stdout` and `stderr` comes in order. */
const STREAMS = `
struct FILE { int __kind; };
FILE __standard[2];
FILE *stdout = &__standard[0], *stderr = &__standard[1];
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *stream);
int fflush(FILE *stream);
size_t fread(void *to, size_t size, size_t count, FILE *stream);
size_t fwrite(const void *from, size_t size, size_t count, FILE *stream);
char *fgets(char *to, int size, FILE *stream);
int feof(FILE *stream);
template <typename... T> int printf(T... values);
template <typename... T> int fprintf(T... values);
template <typename... T> int sprintf(char *to, T... values);
template <typename... T> int snprintf(char *to, size_t size, T... values);
int puts(const char *text);
int perror(const char *text);
int fputs(const char *text, FILE *stream);
int putchar(int character);
template <typename... T> int sscanf(T... places);
template <typename... T> int scanf(T... places);
int getchar();
`;

/** The declarations of C's headers. */
export const C_HEADERS = FUNCTIONS + STREAMS;
