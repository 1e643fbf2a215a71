# Asks an R file as a subject: the other end of the subject protocol, version 1. Needs no package.
#
#     Rscript r.R FILE.R
#
# FILE.R defines a function merge_summaries(summaries), merge(summaries) or solve(stats); summaries is a list of numeric
# vectors c(count, sum, sumsq). It returns the population variance, or NULL or NA for no observations. Variables of the
# file may say more: `name`; `numbers` ("float64", "int53"; "float64" if unsaid: R's numbers are doubles).
#
# What the file prints goes to standard error; quit() ends the file or the trial, not the conversation. Child processes
# are out of reach from R: what they write to standard output gets into the conversation.

protocol <- 1
longest_text <- 300

# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

# The doubles that texts of numbers stand for. as.numeric() rounds twice on its way (to 64 bits, then to 53): one in some
# ten thousand comes out as a neighbour of the right one. C prints exactly, so the distance from what it prints to the
# text says by how many places to move.
numbers_of <- function(texts) {
  x <- as.numeric(texts)  # of NULL none
  long <- which(!grepl("^-?[0-9]{1,15}$", texts) & is.finite(x) & x != 0)
  if (length(long)) x[long] <- sign(x[long]) * nearest(sub("^-", "", texts[long]), abs(x[long]))
  x
}

nearest <- function(text, x) {
  wanted <- decimal(text)
  printed <- decimal(sprintf("%.25e", x))
  exponent <- pmax(wanted$exponent, printed$exponent)
  wanted <- halves(wanted, exponent)
  printed <- halves(printed, exponent)
  # In units of the 26th digit, as is the distance to the next double.
  distance <- (wanted$high - printed$high) * 1e13 + (wanted$low - printed$low)
  place <- pmax(floor(log2(x)) - 52, -1074)
  x + round(distance / 2^(place - (exponent - 25) * log2(10))) * 2^place
}

# The digits of numbers above 0, and the power of ten of the first one.
decimal <- function(text) {
  mantissa <- sub("[eE].*$", "", text)
  exponent <- ifelse(mantissa == text, 0, as.numeric(sub("^.*[eE]", "", sub("^[^eE]*$", "0", text))))
  whole <- sub("[.].*$", "", mantissa)
  digits <- sub(".", "", mantissa, fixed = TRUE)
  first <- regexpr("[1-9]", digits)
  list(digits = substring(digits, first), exponent = exponent + nchar(whole) - first)
}

# Its first 26 digits from that power of ten on, as two numbers of 13.
halves <- function(number, exponent) {
  digits <- paste0(strrep("0", exponent - number$exponent), number$digits, strrep("0", 26))
  list(high = as.numeric(substr(digits, 1, 13)), low = as.numeric(substr(digits, 14, 26)))
}

# The JSON text of an answer; a misfit is an error.
answer_text <- function(value) {
  if (is.null(value)) return("null")
  if (length(value) != 1L || !(is.numeric(value) || identical(as.vector(value), NA))) {
    kind <- if (length(value) == 1L) class(value)[1] else paste(class(value)[1], "of length", length(value))
    misfit("the answer is a ", kind, ", not a number, NULL or NA: ", paste(deparse(value), collapse = " "))
  }
  value <- as.vector(value)
  if (is.nan(value)) return("\"NaN\"")
  if (is.na(value)) return("null")
  if (is.infinite(value)) return(if (value > 0) "\"Infinity\"" else "\"-Infinity\"")
  if (value == 0) return(if (1 / value < 0) "-0.0" else "0")
  sprintf("%.17g", value)
}

# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

# A flat array of numbers is one token: that is what requests are made of, and R is slow at everything else.
token <- "\\[[-+0-9.eE, ]+\\]|\"(?:[^\"\\\\]|\\\\.)*\"|[-+0-9.eE]+|[][{}:,]|true|false|null"

# Reads one line of JSON: arrays of numbers as numeric vectors, other arrays and objects as lists, an empty array as an
# empty list. Escapes in texts are left as they are; no request has one.
read_json <- function(line) {
  tokens <- regmatches(line, gregexpr(token, line, perl = TRUE))[[1]]
  starts <- substr(tokens, 1L, 1L)
  flat <- starts == "[" & nchar(tokens) > 1L
  texts <- strsplit(gsub("[][ ]", "", tokens[flat]), ",", fixed = TRUE)
  vectors <- vector("list", length(tokens))
  vectors[flat] <- unname(split(numbers_of(unlist(texts)), rep(seq_along(texts), lengths(texts))))
  at <- 0L
  value <- function() {
    at <<- at + 1L
    if (flat[at]) return(vectors[[at]])
    this <- tokens[at]
    first <- starts[at]
    if (first == "[") return(items("]", value))
    if (first == "{") return(items("}", function() {
      key <- value()
      at <<- at + 1L  # the colon
      setNames(list(value()), key)
    }))
    if (first == "\"") return(substr(this, 2L, nchar(this) - 1L))
    if (this %in% c("true", "false", "null")) return(c(true = TRUE, false = FALSE, null = NA)[[this]])
    numbers_of(this)
  }
  items <- function(end, item) {
    found <- list()
    while (tokens[at + 1L] != end) {
      if (end == "}") found <- c(found, item()) else found[[length(found) + 1L]] <- item()
      if (tokens[at + 1L] == ",") at <<- at + 1L
    }
    at <<- at + 1L
    found
  }
  value()
}

quoted <- function(text) {
  text <- enc2utf8(paste(text, collapse = " "))
  if (nchar(text) > longest_text) text <- paste0(substr(text, 1L, longest_text - 1L), "\u2026")
  text <- gsub("[[:cntrl:]]+", " ", gsub("([\"\\\\])", "\\\\\\1", text))
  paste0("\"", text, "\"")
}

# ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────────────

condition_of <- function(class, ...) structure(class = c(class, "error", "condition"), list(message = paste0(...), call = NULL))
misfit <- function(...) stop(condition_of("misfit", ...))
unusable <- function(...) stop(condition_of("unusable", ...))

error_text <- function(error) {
  message <- conditionMessage(error)
  if (inherits(error, c("misfit", "unusable", "quit"))) message else paste0(class(error)[1], ": ", message)
}

# What the file sees around it: R, without the ways to end the conversation or to read it.
surroundings <- function() {
  around <- new.env(parent = globalenv())
  around$quit <- around$q <- function(save = "no", status = 0, runLast = TRUE) {
    stop(condition_of("quit", "quit(status = ", status, ")"))
  }
  empty_for <- function(input) if (identical(input, "stdin") || identical(input, "/dev/stdin")) "/dev/null" else input
  around$stdin <- function() textConnection(character())
  around$file <- function(description = "", ...) base::file(empty_for(description), ...)
  around$readLines <- function(con = around$stdin(), ...) base::readLines(empty_for(con), ...)
  around$commandArgs <- function(trailingOnly = FALSE) if (trailingOnly) character() else "R"
  around
}

# Runs the file, expression by expression as Rscript would, until its end, an error or quit(). Returns what it defined.
run_file <- function(path) {
  base <- basename(path)
  if (file.access(path, 4) != 0 || dir.exists(path)) unusable(path, " cannot be read")
  expressions <- tryCatch(parse(path, keep.source = TRUE, encoding = "UTF-8"), error = function(error) {
    unusable(conditionMessage(error))  # begins with the file, the line and the column
  })
  own <- new.env(parent = surroundings())
  for (i in seq_along(expressions)) {
    ended <- tryCatch({
      eval(expressions[[i]], own)
      NULL
    }, error = function(error) error)
    if (is.null(ended)) next
    line <- attr(expressions, "srcref")[[i]][1]
    what <- paste0(base, ":", line, ": ", error_text(ended))
    if (is.null(function_of(own))) {
      unusable(what, ", before the file defined a merge_summaries(summaries), merge(summaries) or solve(stats)")
    }
    message(what, "; what the file had defined by then is asked all the same")
    break
  }
  own
}

# Base R has a merge and a solve: only the file's own count.
function_of <- function(own) {
  for (name in c("merge_summaries", "merge", "solve")) {
    f <- own[[name]]
    if (is.function(f)) return(f)
  }
  NULL
}

text_of <- function(own, name, otherwise) {
  value <- own[[name]]
  if (is.character(value) && length(value) == 1L && !is.na(value)) value else otherwise
}

# The function to ask, and the rest of the hello.
load_subject <- function(path) {
  own <- run_file(path)
  base <- basename(path)
  ask <- function_of(own)
  if (is.null(ask)) {
    unusable(base, " defines no merge_summaries(summaries), no merge(summaries) and no solve(stats); it has: ",
             if (length(ls(own))) paste(ls(own), collapse = ", ") else "nothing")
  }
  numbers <- text_of(own, "numbers", "float64")
  if (!numbers %in% c("float64", "int53")) {
    unusable(base, ": numbers is \"", numbers, "\"; in R it can be \"float64\" or \"int53\"")
  }
  list(ask = ask, hello = paste0("\"name\":", quoted(text_of(own, "name", base)),
                                 ",\"interface\":\"merge\",\"numbers\":", quoted(numbers)))
}

# ── The conversation ─────────────────────────────────────────────────────────────────────────────────────────────────

ask_one <- function(ask, trial) {
  tryCatch(answer_text(ask(as.list(trial))), error = function(error) {
    paste0("{\"error\":", quoted(error_text(error)), "}")
  })
}

main <- function() {
  path <- commandArgs(trailingOnly = TRUE)
  if (length(path) != 1L) {
    message("usage: Rscript r.R FILE.R")
    quit(status = 2)
  }
  requests <- file("stdin", "r")
  replies <- file("/dev/stdout", "ab", raw = TRUE)  # raw: a pipe cannot be sought in
  sink(stderr())
  options(warn = 1)  # on standard error, when they happen
  reply <- function(seq, rest) {
    writeLines(paste0("{\"seq\":", sprintf("%.0f", seq), ",", rest, "}"), replies, useBytes = TRUE)
    flush(replies)
  }
  subject <- tryCatch(load_subject(path), unusable = function(error) {
    message(conditionMessage(error))
    error
  })
  while (length(line <- readLines(requests, 1L, warn = FALSE)) > 0L) {
    if (!nzchar(trimws(line))) next
    request <- read_json(line)
    if (request$op == "bye") break
    if (request$op == "hello") {
      why <- if (inherits(subject, "unusable")) {
        conditionMessage(subject)
      } else if (request$protocol != protocol) {
        paste0("this adapter speaks version ", protocol, " of the protocol, not ", request$protocol)
      }
      reply(request$seq, if (is.null(why)) subject$hello else paste0("\"error\":", quoted(why)))
      if (!is.null(why)) break
    } else if (request$op == "merge") {
      answers <- vapply(request$trials, ask_one, "", ask = subject$ask)
      reply(request$seq, paste0("\"answers\":[", paste(answers, collapse = ","), "]"))
    } else {
      reply(request$seq, paste0("\"error\":", quoted(paste("asked", request$op, "- not hello, bye or merge"))))
    }
  }
  base::quit(save = "no", runLast = FALSE)
}

main()
