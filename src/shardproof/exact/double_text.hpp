/// Doubles as text.
#pragma once

#include <string>

namespace shardproof::exact {

/// The shortest decimal that reads back as the same double, laid out as Python's `repr` does:
/// "0.5", "1e-12", "1e+16", with ".0" where a digit would otherwise stand alone ("1.0"). "NaN",
/// "Infinity" and
/// "-Infinity" for the others; both zeros are "0.0".
std::string to_text(double value);

}  // namespace shardproof::exact
