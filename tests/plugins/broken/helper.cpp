// A library that a driver needs. WANTS_PROBE: one that needs a function of the driver, as those do that are opened later.
#ifdef WANTS_PROBE
extern "C" int probe_symbol();
#endif

extern "C" int help()
{
#ifdef WANTS_PROBE
  return probe_symbol();
#else
  return 0;
#endif
}
