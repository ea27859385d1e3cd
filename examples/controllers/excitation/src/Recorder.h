// What was commanded and measured, kept in memory while the loop runs, and written to a file at its end.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace excitation
{

/** Rows of numbers under named columns. */
class Recorder
{
public:
  /** Keeps nothing. */
  Recorder() = default;

  /**
   * Opens the file, and takes the memory for so many rows at once: row() allocates nothing. Throws a std::runtime_error
   * when it cannot be written.
   */
  Recorder(std::string file, std::vector<std::string> columns, std::size_t rows);

  /** A new row, to be filled; null when there is no room, or no file. */
  double * row();

  /** Writes what there is as CSV, once. Throws a std::runtime_error when that fails. */
  void write();

private:
  [[noreturn]] void fail() const;

  std::string file_;
  std::ofstream out_;
  std::vector<std::string> columns_;
  std::vector<double> values_;
  std::size_t used_ = 0;
};

} // namespace excitation
