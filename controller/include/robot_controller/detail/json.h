/**
 * @file json.h
 * Values of JSON, and how they are read. Used by Configuration.h.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <locale>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace robot_controller
{

/** A configuration does not hold what was wanted. The text names the path, what is there, and what was wanted. */
class ConfigurationError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

namespace json
{

/** What a value is. */
enum class Kind
{
  Null,
  Boolean,
  Number,
  Text,
  List,
  Map
};

/** A value of JSON. */
struct Node
{
  Kind kind = Kind::Null;
  double number = 0;
  std::string text;
  std::vector<std::string> keys;
  std::vector<std::shared_ptr<const Node>> items;

  std::size_t indexOf(const std::string & key) const noexcept
  {
    std::size_t index = 0;
    while(index < keys.size() && keys[index] != key) index++;
    return kind == Kind::Map ? index : items.size();
  }

  const Node * find(const std::string & key) const noexcept
  {
    const std::size_t index = indexOf(key);
    return index < items.size() ? items[index].get() : nullptr;
  }

  std::string describe() const
  {
    if(kind == Kind::Text) return "the text '" + text + "'";
    if(kind == Kind::Boolean) return number != 0 ? "true" : "false";
    if(kind == Kind::Map) return "a map";
    if(kind == Kind::List) return "a list of " + std::to_string(items.size());
    if(kind == Kind::Null) return "empty";
    std::ostringstream digits;
    digits.imbue(std::locale::classic());
    digits << number;
    return "the number " + digits.str();
  }
};

/** Reads JSON. Throws a ConfigurationError that names the place when it is none. */
class Reader
{
public:
  explicit Reader(const std::string & text) : text_(text) {}

  std::shared_ptr<const Node> readAll()
  {
    auto node = read(0);
    skip();
    if(at_ != text_.size()) fail("the end");
    return node;
  }

private:
  std::shared_ptr<const Node> read(unsigned depth)
  {
    if(depth > 200) fail("at most 200 levels");
    auto node = std::make_shared<Node>();
    skip();
    const char next = peek();
    if(next == '{' || next == '[') readItems(*node, next == '{', depth);
    else if(next == '"')
    {
      node->kind = Kind::Text;
      node->text = readText();
    }
    else if(takeWord("true") || takeWord("false"))
    {
      node->kind = Kind::Boolean;
      node->number = next == 't' ? 1 : 0;
    }
    else if(!takeWord("null")) readNumber(*node);
    return node;
  }

  void readItems(Node & node, bool isMap, unsigned depth)
  {
    const char end = isMap ? '}' : ']';
    node.kind = isMap ? Kind::Map : Kind::List;
    at_++;
    skip();
    if(take(end)) return;
    do
    {
      if(isMap)
      {
        skip();
        node.keys.push_back(readText());
        skip();
        if(!take(':')) fail("a colon");
      }
      node.items.push_back(read(depth + 1));
      skip();
    } while(take(','));
    if(!take(end)) fail(isMap ? "a comma or }" : "a comma or ]");
  }

  void readNumber(Node & node)
  {
    const std::size_t end = text_.find_first_not_of("+-0123456789.eE", at_);
    const std::string digits = text_.substr(at_, end == std::string::npos ? end : end - at_);
    // Not strtod(): its decimal point is that of the user's language.
    std::istringstream stream(digits);
    stream.imbue(std::locale::classic());
    node.kind = Kind::Number;
    stream >> node.number;
    const bool isWhole = !stream.fail() && stream.peek() == std::istringstream::traits_type::eof();
    if(!isWhole || !std::isfinite(node.number)) fail("a value");
    at_ += digits.size();
  }

  std::string readText()
  {
    std::string text;
    if(!take('"')) fail("a text in double quotes");
    while(!take('"'))
    {
      if(at_ >= text_.size()) fail("the end of the text, a double quote");
      if(take('\\')) readEscape(text);
      else text += text_[at_++];
    }
    return text;
  }

  void readEscape(std::string & text)
  {
    if(take('"')) text += '"';
    else if(take('\\')) text += '\\';
    else if(take('/')) text += '/';
    else if(take('b')) text += '\b';
    else if(take('f')) text += '\f';
    else if(take('n')) text += '\n';
    else if(take('r')) text += '\r';
    else if(take('t')) text += '\t';
    else if(take('u')) appendUtf8(text, readUnicode());
    else fail("an escape");
  }

  std::uint32_t readUnicode()
  {
    const std::uint32_t code = readHex();
    if(code < 0xD800 || code >= 0xDC00) return code;
    // The first half of a character beyond 0xFFFF.
    if(!take('\\') || !take('u')) fail("the second half of a character");
    return 0x10000 + ((code - 0xD800) << 10) + ((readHex() - 0xDC00) & 0x3FF);
  }

  static void appendUtf8(std::string & text, std::uint32_t code)
  {
    if(code < 0x80) text += static_cast<char>(code);
    else if(code < 0x800) text += {static_cast<char>(0xC0 | (code >> 6)), tail(code)};
    else if(code < 0x10000) text += {static_cast<char>(0xE0 | (code >> 12)), tail(code >> 6), tail(code)};
    else text += {static_cast<char>(0xF0 | (code >> 18)), tail(code >> 12), tail(code >> 6), tail(code)};
  }

  std::uint32_t readHex()
  {
    const std::string digits = text_.substr(at_, 4);
    if(digits.size() < 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    {
      fail("four hexadecimal digits");
    }
    at_ += 4;
    return static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
  }

  static char tail(std::uint32_t bits)
  {
    return static_cast<char>(0x80 | (bits & 0x3F));
  }

  void skip()
  {
    at_ = std::min(text_.find_first_not_of(" \n\r\t", at_), text_.size());
  }

  char peek() const
  {
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char wanted)
  {
    const bool isThere = at_ < text_.size() && text_[at_] == wanted;
    if(isThere) at_++;
    return isThere;
  }

  bool takeWord(const char * word)
  {
    const std::string wanted = word;
    const bool isThere = text_.compare(at_, wanted.size(), wanted) == 0;
    if(isThere) at_ += wanted.size();
    return isThere;
  }

  [[noreturn]] void fail(const std::string & wanted) const
  {
    throw ConfigurationError("the configuration is no JSON: wanted " + wanted + " at byte " + std::to_string(at_));
  }

  const std::string & text_;
  std::size_t at_ = 0;
};

} // namespace json

} // namespace robot_controller
