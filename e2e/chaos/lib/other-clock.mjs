// Loaded before a program (node --import): shifts the calendar clock by BERTH_CHAOS_CLOCK_MS, as after a flat battery.
// Monotonic clocks are unchanged.
const off = Number(process.env.BERTH_CHAOS_CLOCK_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + off);
    else super(...given);
  }
  static now() {
    return RealDate.now() + off;
  }
};
