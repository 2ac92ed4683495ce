/**
 * Scales this page as the pages of a machine's session are scaled: on a screen larger than 1920x1080 everything grows in
 * proportion, because people read it from the same distance. Until the returned function is called.
 */
export function scaleToScreen(): () => void {
  const { style } = document.documentElement;
  const apply = () => {
    const [width, height] = [innerWidth, innerHeight];
    const unit = Math.min(Math.max(width, height) / 1920, Math.min(width, height) / 1080);
    style.setProperty('--screen-unit', String(Math.max(1, unit)));
  };
  apply();
  addEventListener('resize', apply);
  return () => {
    removeEventListener('resize', apply);
    style.removeProperty('--screen-unit');
  };
}
