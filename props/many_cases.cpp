/// RapidCheck stops after 100 cases; a case of these properties takes microseconds, so they get
/// more, unless RC_PARAMS says otherwise.
#include <cstdlib>

namespace {

// Before main: RapidCheck reads the variable once, at the first property.
[[maybe_unused]] const int kSet = setenv("RC_PARAMS", "max_success=5000", 0);

}  // namespace
