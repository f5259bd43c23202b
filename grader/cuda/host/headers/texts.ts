/** Strings, streams and exceptions. */
const STRINGS = `
class string {
  char *__text; size_t __count; size_t __capacity;
  void __take(const char *text, size_t count) { __capacity = count + 1; __text = (char *)__room(__capacity); memcpy(__text, text, count); __text[count] = 0; __count = count; }
public:
  static constexpr size_t npos = 18446744073709551615ull;
  string() { __take("", 0); }
  string(const char *text) { __take(text, strlen(text)); }
  string(const char *text, size_t count) { __take(text, count); }
  string(size_t count, char c) { __capacity = count + 1; __text = (char *)__room(__capacity); memset(__text, c, count); __text[count] = 0; __count = count; }
  string(const string &o) { __take(o.__text, o.__count); }
  string &operator=(const string &o) { __take(o.__text, o.__count); return *this; }
  string &operator=(const char *text) { __take(text, strlen(text)); return *this; }
  const char *c_str() const { return __text; }
  const char *data() const { return __text; }
  char *begin() { return __text; }
  char *end() { return __text + __count; }
  size_t size() const { return __count; }
  size_t length() const { return __count; }
  bool empty() const { return __count == 0; }
  char &operator[](size_t i) { return __text[i]; }
  char &at(size_t i) { return __text[i]; }
  char &back() { return __text[__count - 1]; }
  void clear() { __take("", 0); }
  string &append(const char *text) {
    size_t more = strlen(text);
    if (__count + more >= __capacity) {
      char *before = __text; __capacity = 2 * (__count + more + 1);
      __text = (char *)__room(__capacity); memcpy(__text, before, __count + 1);
    }
    memcpy(__text + __count, text, more + 1); __count += more;
    return *this;
  }
  string &append(const string &o) { return append(o.__text); }
  string &operator+=(const char *text) { return append(text); }
  string &operator+=(const string &o) { return append(o.__text); }
  string &operator+=(char c) { char text[2]; text[0] = c; text[1] = 0; return append(text); }
  void push_back(char c) { *this += c; }
  void resize(size_t count, char c = 0) {
    string made(count, c); memcpy(made.__text, __text, count < __count ? count : __count); *this = made;
  }
  string substr(size_t from, size_t count = 18446744073709551615ull) const {
    size_t most = __count - from; return string(__text + from, count < most ? count : most);
  }
  size_t find(const char *text, size_t from = 0) const {
    size_t n = strlen(text);
    for (size_t i = from; i + n <= __count; i++) if (strncmp(__text + i, text, n) == 0) return i;
    return npos;
  }
  size_t find(const string &o, size_t from = 0) const { return find(o.__text, from); }
  size_t find(char c, size_t from = 0) const { for (size_t i = from; i < __count; i++) if (__text[i] == c) return i; return npos; }
  size_t rfind(const char *text) const {
    size_t n = strlen(text);
    for (size_t i = __count + 1; i > 0; i--) if (i - 1 + n <= __count && strncmp(__text + i - 1, text, n) == 0) return i - 1;
    return npos;
  }
  size_t rfind(const string &o) const { return rfind(o.__text); }
  size_t rfind(char c) const { for (size_t i = __count; i > 0; i--) if (__text[i - 1] == c) return i - 1; return npos; }
  size_t find_last_of(char c) const { return rfind(c); }
  size_t find_last_of(const char *any) const { for (size_t i = __count; i > 0; i--) if (strchr(any, __text[i - 1])) return i - 1; return npos; }
  size_t find_first_of(const char *any, size_t from = 0) const { for (size_t i = from; i < __count; i++) if (strchr(any, __text[i])) return i; return npos; }
  int compare(const string &o) const { return strcmp(__text, o.__text); }
  bool operator==(const string &o) const { return strcmp(__text, o.__text) == 0; }
  bool operator==(const char *text) const { return strcmp(__text, text) == 0; }
  bool operator!=(const string &o) const { return strcmp(__text, o.__text) != 0; }
  bool operator!=(const char *text) const { return strcmp(__text, text) != 0; }
  bool operator<(const string &o) const { return strcmp(__text, o.__text) < 0; }
  string operator+(const string &o) const { string s(*this); s.append(o.__text); return s; }
  string operator+(const char *text) const { string s(*this); s.append(text); return s; }
  string operator+(char c) const { string s(*this); s += c; return s; }
};
string operator+(const char *a, const string &b) { string s(a); s.append(b); return s; }
typedef string string_view;
string to_string(int x) { char t[32]; sprintf(t, "%d", x); return string(t); }
string to_string(unsigned x) { char t[32]; sprintf(t, "%u", x); return string(t); }
string to_string(long long x) { char t[32]; sprintf(t, "%lld", x); return string(t); }
string to_string(unsigned long long x) { char t[32]; sprintf(t, "%llu", x); return string(t); }
string to_string(double x) { char t[400]; sprintf(t, "%f", x); return string(t); }
int stoi(const string &s) { return atoi(s.c_str()); }
long long stol(const string &s) { return atol(s.c_str()); }
long long stoll(const string &s) { return atol(s.c_str()); }
unsigned long long stoul(const string &s) { return atol(s.c_str()); }
double stod(const string &s) { return atof(s.c_str()); }
float stof(const string &s) { return atof(s.c_str()); }
struct ios { static constexpr int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32, fixed = 1, scientific = 2, floatfield = 3, left = 4, right = 0, adjustfield = 4, hex = 8, dec = 0, basefield = 8, boolalpha = 16; };
typedef ios ios_base;
struct ostream {
  int __kind; int __precision; int __width; int __flags; char __fill;
  int precision() const { return __precision; }
  int precision(int n) { int before = __precision; __precision = n; return before; }
  int width(int n) { int before = __width; __width = n; return before; }
  char fill(char c) { char before = __fill; __fill = c; return before; }
  int setf(int flags) { int before = __flags; __flags |= flags; return before; }
  int setf(int flags, int mask) { int before = __flags; __flags = (__flags & ~mask) | flags; return before; }
  void unsetf(int mask) { __flags &= ~mask; }
};
char *__stream_text(void *stream);
template <typename T> ostream &operator<<(ostream &stream, const T &value);
struct __format { int __set, __clear, __precision, __width, __fill, __text; };
ostream &operator<<(ostream &stream, const __format &format);
__format endl = {0, 0, -1, -1, -1, 10}, flush = {0, 0, -1, -1, -1, 0}, fixed = {1, 2, -1, -1, -1, 0}, scientific = {2, 1, -1, -1, -1, 0}, defaultfloat = {0, 3, -1, -1, -1, 0};
__format left = {4, 0, -1, -1, -1, 0}, right = {0, 4, -1, -1, -1, 0}, hex = {8, 0, -1, -1, -1, 0}, dec = {0, 8, -1, -1, -1, 0}, boolalpha = {16, 0, -1, -1, -1, 0}, noboolalpha = {0, 16, -1, -1, -1, 0};
void __check_width(int n);
void __check_precision(int n);
__format setw(int n) { __check_width(n); __format f = {0, 0, -1, n, -1, 0}; return f; }
__format setprecision(int n) { __check_precision(n); __format f = {0, 0, n, -1, -1, 0}; return f; }
__format setfill(char c) { __format f = {0, 0, -1, -1, c, 0}; return f; }
ostream cout = {0, 6, 0, 0, ' '}, cerr = {1, 6, 0, 0, ' '}, clog = {1, 6, 0, 0, ' '};
struct ostringstream : ostream {
  ostringstream() { __kind = 2; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  string str() { return string(__stream_text(this)); }
};
struct stringstream : ostringstream {};
struct ofstream : ostream {
  ofstream() { __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const char *name) { fopen(name, "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const string &name) { fopen(name.c_str(), "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const char *name, int mode) { fopen(name, "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  ofstream(const string &name, int mode) { fopen(name.c_str(), "w"); __kind = 3; __precision = 6; __fill = ' '; __flags = 0; __width = 0; }
  void open(const char *name, int mode = 16) { fopen(name, "w"); }
  void open(const string &name, int mode = 16) { fopen(name.c_str(), "w"); }
  bool is_open() const { return true; }
  bool good() const { return true; }
  void close() {}
  operator bool() const { return true; }
};
struct exception { string __what; exception() {} exception(const string &what) : __what(what) {} const char *what() const { return __what.c_str(); } };
struct runtime_error : exception { runtime_error(const string &what) { __what = what; } };
struct logic_error : exception { logic_error(const string &what) { __what = what; } };
struct invalid_argument : exception { invalid_argument(const string &what) { __what = what; } };
struct out_of_range : exception { out_of_range(const string &what) { __what = what; } };
`;

/** Functions of texts that end in a zero, and of characters. */
const TEXT_FUNCTIONS = `
char *strcpy(char *to, const char *from) { memcpy(to, from, strlen(from) + 1); return to; }
char *strncpy(char *to, const char *from, size_t n) { size_t i = 0; for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
char *strdup(const char *from) { char *to = (char *)malloc(strlen(from) + 1); return strcpy(to, from); }
char *strchr(const char *text, int c) { for (; *text; text++) if (*text == c) return (char *)text; return nullptr; }
char *strstr(const char *text, const char *part) { size_t n = strlen(part); for (; *text; text++) if (strncmp(text, part, n) == 0) return (char *)text; return nullptr; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *a = (char *)base; char *moved = (char *)malloc(size);
  for (size_t i = 1; i < count; i++) {
    memcpy(moved, a + i * size, size);
    size_t j = i;
    for (; j > 0 && compare(a + (j - 1) * size, moved) > 0; j--) memcpy(a + j * size, a + (j - 1) * size, size);
    memcpy(a + j * size, moved, size);
  }
  free(moved);
}
`;

/** The declarations of <cstring>, <string>, <iostream> and <stdexcept>. */
export const TEXTS = STRINGS + TEXT_FUNCTIONS;
