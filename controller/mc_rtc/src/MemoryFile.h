/**
 * @file MemoryFile.h
 * A file that exists in memory alone.
 */
#pragma once

#include <string>

namespace robot_controller
{

/**
 * A file without a name in any folder: nobody else finds it, two processes never write the same one, and it is gone
 * with this object or this process. It is read by its path under /proc/self/fd.
 */
class MemoryFile
{
public:
  /** Makes the file. Throws a std::runtime_error that tells why it cannot. */
  explicit MemoryFile(const std::string & content);

  MemoryFile(const MemoryFile &) = delete;
  MemoryFile & operator=(const MemoryFile &) = delete;

  ~MemoryFile();

  /** Path by which this process reads it, from the beginning each time. */
  std::string path() const;

private:
  int descriptor_;
};

} // namespace robot_controller
