# shardproof_add_gate(<name> SUBJECT <file> | <word>...
#                     [EXPECT contract|exact|float64|textbook] [TRIALS <n>] [SMALL_STEP <n>]
#                     [CORPUS <folder>|none] [TIMEOUT <seconds>])
#
#   A CTest test that hunts a merge or a state: `shardproof hunt` with what is given here. It passes if the subject holds, and
#   fails otherwise; what it prints is the report.
#
#   SUBJECT  a file of this source directory, as hunt takes it (`shardproof hunt --help`), or a command that speaks the subject
#            protocol. The command's first word may be a target; it runs in the source directory, so that it may name scripts.
#   EXPECT   the precision that is asked of it; hunt's default, float64
#   TRIALS, SMALL_STEP   how much is asked; by default as the subject's speed allows, which takes up to a minute
#   CORPUS   where counterexamples are kept, and tried first the next time: in the source tree, so that they are committed. By
#            default .shardproof beside the file, or in the source directory for a command; "none" for read-only trees
#   TIMEOUT  after which CTest ends it; 300
#
#   The test has the label "shardproof".
function(shardproof_add_gate name)
  cmake_parse_arguments(PARSE_ARGV 1 gate "" "EXPECT;TRIALS;SMALL_STEP;CORPUS;TIMEOUT" "SUBJECT")
  if(NOT TARGET shardproof::program)
    message(FATAL_ERROR "shardproof_add_gate(${name}): there is no program: shardproof was built or installed without it. "
      "As a subdirectory, set(SHARDPROOF_BUILD_PROGRAM ON) before add_subdirectory()")
  endif()
  if(gate_UNPARSED_ARGUMENTS OR gate_KEYWORDS_MISSING_VALUES OR NOT gate_SUBJECT)
    message(FATAL_ERROR "shardproof_add_gate(${name}): SUBJECT and a value for each keyword are due, and nothing else: "
      "${gate_UNPARSED_ARGUMENTS} ${gate_KEYWORDS_MISSING_VALUES}")
  endif()

  list(GET gate_SUBJECT 0 first)
  list(LENGTH gate_SUBJECT words)
  cmake_path(ABSOLUTE_PATH first BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE file)
  if(words EQUAL 1 AND EXISTS "${file}" AND NOT IS_DIRECTORY "${file}")
    set(subject "${file}")
    cmake_path(GET file PARENT_PATH folder)
  elseif(words EQUAL 1 AND first MATCHES "[./]" AND NOT TARGET "${first}")
    message(FATAL_ERROR "shardproof_add_gate(${name}): there is no file ${file}")
  else()
    if(TARGET "${first}")
      list(REMOVE_AT gate_SUBJECT 0)
      list(PREPEND gate_SUBJECT "$<TARGET_FILE:${first}>")
    endif()
    set(subject -- ${gate_SUBJECT})
    set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()

  if(NOT gate_CORPUS)
    set(gate_CORPUS "${folder}/.shardproof")
  elseif(NOT gate_CORPUS STREQUAL "none")
    cmake_path(ABSOLUTE_PATH gate_CORPUS BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  endif()
  set(options --corpus "${gate_CORPUS}")
  foreach(option EXPECT TRIALS SMALL_STEP)
    if(DEFINED gate_${option})
      string(TOLOWER "--${option}" flag)
      string(REPLACE "_" "-" flag "${flag}")
      list(APPEND options ${flag} ${gate_${option}})
    endif()
  endforeach()
  if(NOT DEFINED gate_TIMEOUT)
    set(gate_TIMEOUT 300)
  endif()

  # A subdirectory that is excluded from all would leave the tests without their program.
  get_target_property(program shardproof::program ALIASED_TARGET)
  if(program AND NOT TARGET shardproof_gates)
    add_custom_target(shardproof_gates ALL)
    add_dependencies(shardproof_gates ${program})
  endif()
  add_test(NAME ${name}
    COMMAND "$<TARGET_FILE:shardproof::program>" hunt ${options} ${subject}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${gate_TIMEOUT} LABELS shardproof)
endfunction()
