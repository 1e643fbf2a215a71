#include "shardproof/subject/variants/catalogue.hpp"

#include <algorithm>

#include "shardproof/subject/variants/families.hpp"

namespace shardproof::subject {

const std::vector<Variant>& catalogue() {
  static const std::vector<Variant> kRows = [] {
    std::vector<Variant> all;
    for (const auto family : {averaging_rows(),
                              combining_rows(),
                              weighting_rows(),
                              membership_rows(),
                              finaliser_rows(),
                              absence_rows(),
                              numeric_rows(),
                              width_rows(),
                              merging_rows(),
                              updating_rows(),
                              identity_rows(),
                              sharing_rows(),
                              encoding_rows(),
                              retraction_rows(),
                              precision_rows(),
                              nonfinite_rows(),
                              equivalent_rows(),
                              equivalent_state_rows()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return kRows;
}

const Variant* variant_named(std::string_view id) {
  const auto& rows = catalogue();
  const auto row = std::ranges::find(rows, id, &Variant::id);
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace shardproof::subject
