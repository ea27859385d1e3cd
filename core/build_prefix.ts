/** Folder of the installation that an executable was built for by `./dev build --prefix DIR`; empty: wherever it stands. */
export const BUILD_PREFIX: string = "";
