/** Side by side as one large screen, or all with the same picture. */
export const MONITOR_ARRANGEMENTS = ['extended', 'mirrored'] as const;
export type MonitorArrangement = (typeof MONITOR_ARRANGEMENTS)[number];

/** How monitors are turned: to which side the picture's upper edge points, as X names it. */
export const MONITOR_ROTATIONS = ['normal', 'left', 'right', 'inverted'] as const;
export type MonitorRotation = (typeof MONITOR_ROTATIONS)[number];

/** Where sessions open: on the home screen's monitor, or on the one beside it. */
export const SESSION_MONITORS = ['with-home', 'beside-home'] as const;
export type SessionMonitor = (typeof SESSION_MONITORS)[number];
