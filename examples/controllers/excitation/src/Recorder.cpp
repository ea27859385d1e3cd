#include "Recorder.h"

#include <cerrno>
#include <cstring>
#include <locale>
#include <stdexcept>
#include <utility>

namespace excitation
{

Recorder::Recorder(std::string file, std::vector<std::string> columns, std::size_t rows)
: file_(std::move(file)), out_(file_), columns_(std::move(columns)), values_(rows * columns_.size())
{
  if(!out_) fail();
}

double * Recorder::row()
{
  if(used_ + columns_.size() > values_.size() || columns_.empty()) return nullptr;
  double * const next = values_.data() + used_;
  used_ += columns_.size();
  return next;
}

void Recorder::write()
{
  if(!out_.is_open()) return;
  out_.imbue(std::locale::classic());
  out_.precision(17);
  for(std::size_t i = 0; i < columns_.size(); i++) out_ << (i > 0 ? "," : "") << columns_[i];
  out_ << '\n';
  for(std::size_t at = 0; at < used_; at += columns_.size())
  {
    for(std::size_t i = 0; i < columns_.size(); i++) out_ << (i > 0 ? "," : "") << values_[at + i];
    out_ << '\n';
  }
  out_.close();
  if(!out_) fail();
}

void Recorder::fail() const
{
  const std::string why = std::strerror(errno);
  throw std::runtime_error("cannot write " + file_ + ": " + why + "; name another file under Excitation.record");
}

} // namespace excitation
