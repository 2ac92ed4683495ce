/** Bytes of a disk that Berth OS can be installed on: boot partition, two slots, 1 GB of /var, and what the layout takes. */
export const INSTALL_BYTES_MIN = (1_024 + 2 * (32 + 1_536) + 1_024 + 16) * 1024 ** 2;
