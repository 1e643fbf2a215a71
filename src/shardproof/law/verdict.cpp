#include "shardproof/law/verdict.hpp"

#include <array>

namespace shardproof::law {

std::string_view to_text(Quantity quantity) {
  switch (quantity) {
    case Quantity::variance:
      return "variance";
    case Quantity::count:
      return "count";
    case Quantity::mean:
      return "mean";
  }
  return "?";
}

std::string_view to_text(Expect expect) {
  switch (expect) {
    case Expect::contract:
      return "contract";
    case Expect::exact:
      return "exact";
    case Expect::float64:
      return "float64";
    case Expect::textbook:
      return "textbook";
  }
  return "?";
}

std::optional<Expect> expect_named(std::string_view name) {
  for (const auto expect : {Expect::contract, Expect::exact, Expect::float64, Expect::textbook}) {
    if (to_text(expect) == name) return expect;
  }
  return std::nullopt;
}

std::string_view to_text(const Verdict& verdict) {
  return std::visit(Overloaded{
                        [](const Holds&) { return std::string_view("holds"); },
                        [](const Imprecise&) { return std::string_view("imprecise"); },
                        [](const Broken&) { return std::string_view("broken"); },
                        [](const Undefined&) { return std::string_view("undefined"); },
                        [](const SubjectFailed&) { return std::string_view("failed"); },
                    },
                    verdict);
}

}  // namespace shardproof::law
