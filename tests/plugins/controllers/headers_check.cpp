// A program over <robot_controller/Configuration.h> and <robot_controller/Setup.h>: prints what fails, and returns how
// much does.
#include <robot_controller/Controller.h>

#include <clocale>
#include <iostream>

using robot_controller::Configuration;
using robot_controller::Setup;

namespace
{

int failures = 0;

void equals(const std::string & is, const std::string & wanted)
{
  if(is == wanted) return;
  failures++;
  std::cout << "is     '" << is << "'\nwanted '" << wanted << "'\n";
}

template<typename Work>
void throws(Work && work, const std::string & wanted)
{
  try
  {
    work();
    equals("nothing was thrown", wanted);
  }
  catch(const robot_controller::ConfigurationError & thrown)
  {
    equals(thrown.what(), wanted);
  }
}

void readsValues()
{
  const auto whole = Configuration::parse(
      " { \"a\" : [ 1, -2.5e3 , 0.1 ] ,\n\t\"b\":{\"c\":true,\"d\":null,\"\":\"x\"}, "
      "\"e\": false, \"f\":[], \"g\":{} } ");
  equals(std::to_string(whole.get("a").numbers().size()), "3");
  equals(std::to_string(whole.get("a").list()[1].number()), "-2500.000000");
  equals(whole.get("a").list()[1].path(), "a[1]");
  equals(whole.get("b").get("c").boolean() ? "true" : "false", "true");
  equals(whole.get("b").get("d").isNull() ? "null" : "", "null");
  equals(whole.get("b").has("d") ? "has d" : "", "");
  equals(whole.get("b").has("z") ? "has z" : "", "");
  equals(whole.get("e").has("z") ? "has z" : "", "");
  equals(whole.get("b").get("").text(), "x");
  equals(whole.get("b").keys()[1], "d");
  equals(std::to_string(whole.numberOr("z", 4)) + whole.textOr("z", "t"), "4.000000t");
  equals(whole.booleanOr("z", true) ? "true" : "false", "true");
  equals(std::to_string(whole.get("f").list().size() + whole.get("g").keys().size()), "0");
}

void readsTexts()
{
  equals(Configuration::parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"").text(), "\"\\/\b\f\n\r\t");
  const std::string escaped = "\"\\u0041\\u00e9\\u20AC\\ud834\\udd1e\"";
  equals(Configuration::parse(escaped).text(), "A\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E");
  equals(Configuration::parse("\"\xC3\xA9\"").text(), "\xC3\xA9");
}

void namesWhatIsWrong()
{
  const auto whole = Configuration::parse("{\"a\": {\"b\": [1, \"x\"], \"n\": 0.5}, \"t\": true, \"z\": null}");
  throws([&] { whole.get("a").get("c"); }, "a.c: is missing");
  throws([&] { whole.get("a").get("b").numbers(); }, "a.b[1]: is the text 'x', wanted a number");
  throws([&] { whole.get("a").get("b").get("c"); }, "a.b: is a list of 2, wanted a map");
  throws([&] { whole.get("a").get("n").text(); }, "a.n: is the number 0.5, wanted a text");
  throws([&] { whole.get("a").number(); }, "a: is a map, wanted a number");
  throws([&] { whole.get("t").list(); }, "t: is true, wanted a list");
  throws([&] { whole.get("z").keys(); }, "z: is empty, wanted a map");
  throws([&] { whole.number(); }, "the configuration: is a map, wanted a number");
  throws([&] { whole.textOr("t", ""); }, "t: is true, wanted a text");
}

void refusesWhatIsNoJson()
{
  const std::string start = "the configuration is no JSON: wanted ";
  throws([] { Configuration::parse(""); }, start + "a value at byte 0");
  throws([] { Configuration::parse("a: 1"); }, start + "a value at byte 0");
  throws([] { Configuration::parse("{a: 1}"); }, start + "a text in double quotes at byte 1");
  throws([] { Configuration::parse("{\"a\" 1}"); }, start + "a colon at byte 5");
  throws([] { Configuration::parse("[1 2]"); }, start + "a comma or ] at byte 3");
  throws([] { Configuration::parse("{\"a\":1"); }, start + "a comma or } at byte 6");
  throws([] { Configuration::parse("1 2"); }, start + "the end at byte 2");
  throws([] { Configuration::parse("1.2.3"); }, start + "a value at byte 0");
  throws([] { Configuration::parse("1e999"); }, start + "a value at byte 0");
  throws([] { Configuration::parse("\"a"); }, start + "the end of the text, a double quote at byte 2");
  throws([] { Configuration::parse("\"\\x\""); }, start + "an escape at byte 2");
  throws([] { Configuration::parse("\"\\u12"); }, start + "four hexadecimal digits at byte 3");
  throws([] { Configuration::parse("\"\\ud834x\""); }, start + "the second half of a character at byte 7");
  throws([] { Configuration::parse(std::string(5000, '[')); }, start + "at most 200 levels at byte 201");
}

void makesASetup()
{
  throws([] { Setup::fromConfiguration("{}"); }, "Timestep: is missing");
  const std::string start = "{\"Timestep\": 0.1, \"Robots\": {\"r\": {";
  throws([&] { Setup::fromConfiguration(start + "}}}"); }, "Robots.r.robot_module: is missing");
  const std::string module = "\"robot_module\": {\"name\": \"M\", \"joints\": []}, ";
  throws([&] { Setup::fromConfiguration(start + module + "\"controller\": {\"mode\": \"speed\"}}}}"); },
         "Robots.r.controller.mode: is the text 'speed', wanted position, velocity or torque");
}

} // namespace

int main()
{
  // A number is read the same wherever the computer stands.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  readsValues();
  readsTexts();
  namesWhatIsWrong();
  refusesWhatIsNoJson();
  makesASetup();
  return failures;
}
