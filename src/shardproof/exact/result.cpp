#include "shardproof/exact/result.hpp"

#include <stdexcept>

namespace shardproof::exact {

void throw_exception_from_error(const Problem& problem, const boost::source_location& /*where*/) {
  throw std::logic_error("value() of a problem: " + to_text(problem));
}

}  // namespace shardproof::exact
