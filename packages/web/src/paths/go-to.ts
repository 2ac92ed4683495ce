let navigate: (path: string) => void = (path) => location.assign(path);

/** Sets what changes the page: the router, once it is there. */
export function setNavigate(change: (path: string) => void): void {
  navigate = change;
}

/** Opens an address of this site from where no router is at hand, such as a dialog. */
export function goTo(path: string): void {
  navigate(path);
}
