#include "MemoryFile.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <sys/mman.h>
#include <unistd.h>

namespace robot_controller
{

MemoryFile::MemoryFile(const std::string & content) : descriptor_(memfd_create("uri_mc_rtc_configuration", MFD_CLOEXEC))
{
  std::size_t written = 0;
  while(descriptor_ >= 0 && written < content.size())
  {
    const ssize_t count = write(descriptor_, content.data() + written, content.size() - written);
    if(count > 0) written += static_cast<std::size_t>(count);
    else if(errno != EINTR) break;
  }
  if(descriptor_ >= 0 && written == content.size()) return;
  const std::string why = std::strerror(errno);
  if(descriptor_ >= 0) close(descriptor_);
  throw std::runtime_error("Cannot hand the configuration to mc_rtc: a file in memory was not made: " + why
                           + "; wanted memfd_create() of Linux 3.17 or newer, and enough memory");
}

MemoryFile::~MemoryFile()
{
  close(descriptor_);
}

std::string MemoryFile::path() const
{
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

} // namespace robot_controller
