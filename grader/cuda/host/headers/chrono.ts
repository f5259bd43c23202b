/** <chrono>, <time.h> and <sys/time.h>: the clock of the host stands still. */
export const CHRONO = `
template <long long N, long long D = 1> struct ratio { static constexpr long long num = N; static constexpr long long den = D; };
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <typename T, typename P = ratio<1, 1>> struct duration {
  typedef T rep; typedef P period;
  T __count;
  duration() : __count(0) {}
  duration(T count) : __count(count) {}
  template <typename U, typename Q> duration(const duration<U, Q> &o) { __count = (T)(o.__count * ((double)Q::num * P::den / ((double)Q::den * P::num))); }
  T count() const { __note_time(); return __count; }
  duration operator+(const duration &o) const { return duration(__count + o.__count); }
  duration operator-(const duration &o) const { return duration(__count - o.__count); }
  duration operator/(int n) const { return duration(__count / n); }
  duration &operator+=(const duration &o) { __count = __count + o.__count; return *this; }
  bool operator<(const duration &o) const { return __count < o.__count; }
};
typedef duration<long long, ratio<1, 1000000000>> nanoseconds;
typedef duration<long long, ratio<1, 1000000>> microseconds;
typedef duration<long long, ratio<1, 1000>> milliseconds;
typedef duration<long long, ratio<1, 1>> seconds;
typedef duration<long long, ratio<60, 1>> minutes;
struct time_point {
  double __at;
  nanoseconds time_since_epoch() const { __note_time(); return nanoseconds(0); }
  duration<double, ratio<1, 1000000000>> operator-(const time_point &o) const { __note_time(); return duration<double, ratio<1, 1000000000>>(__at - o.__at); }
};
struct steady_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
struct high_resolution_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
struct system_clock { typedef chrono::time_point time_point; typedef chrono::nanoseconds duration; static time_point now() { __note_time(); time_point t; t.__at = 0; return t; } };
template <typename D, typename T, typename P> D duration_cast(const duration<T, P> &d) { return D(d); }
}
typedef chrono::steady_clock steady_clock;
typedef chrono::high_resolution_clock high_resolution_clock;
typedef chrono::system_clock system_clock;
typedef chrono::nanoseconds nanoseconds;
typedef chrono::microseconds microseconds;
typedef chrono::milliseconds milliseconds;
template <typename T, typename P = ratio<1, 1>> using duration = chrono::duration<T, P>;
template <typename D, typename T, typename P> D duration_cast(const chrono::duration<T, P> &d) { return D(d); }
int gettimeofday(timeval *t, void *zone) { __note_time(); t->tv_sec = 0; t->tv_usec = 0; return 0; }
void timersub(const timeval *a, const timeval *b, timeval *r) { r->tv_sec = a->tv_sec - b->tv_sec; r->tv_usec = a->tv_usec - b->tv_usec; if (r->tv_usec < 0) { r->tv_sec--; r->tv_usec += 1000000; } }
void timeradd(const timeval *a, const timeval *b, timeval *r) { r->tv_sec = a->tv_sec + b->tv_sec; r->tv_usec = a->tv_usec + b->tv_usec; if (r->tv_usec >= 1000000) { r->tv_sec++; r->tv_usec -= 1000000; } }
int clock_gettime(int which, timespec *t) { __note_time(); t->tv_sec = 0; t->tv_nsec = 0; return 0; }
int timespec_get(timespec *t, int base) { __note_time(); t->tv_sec = 0; t->tv_nsec = 0; return base; }
`;
