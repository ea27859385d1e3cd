import { posix } from "node:path";

/** What stands in front of the ending of a file's name that is another one for MuJoCo. */
const MARK = "~uri";
const MARKED = new RegExp(`${MARK}\\d+(?=\\.[^./]*$)`);
const MESH = /(<mesh\b[^>]*?\bfilename\s*=\s*)("[^"]*"|'[^']*')/g;

/** The text of a URDF for MuJoCo, and the way back to the files. */
export const tellUrdfMeshesApart = {
  /**
   * MuJoCo names the mesh of a URDF like its file, without folder and ending, and takes two of one name for one mesh: the second link would
   * silently get the shape of the first. Gives all but the first of several such files another name. Texts that are no URDF come back as they are.
   */
  rename(text: string): string {
    if (!/<robot\b/.test(text)) return text;
    const byName = new Map<string, string[]>();
    return text.replace(MESH, (whole, before: string, value: string) => {
      const file = value.slice(1, -1);
      const { dir, name, ext } = posix.parse(file);
      const known = byName.get(name) ?? [];
      byName.set(name, known);
      const index = known.includes(file) ? known.indexOf(file) : known.push(file) - 1;
      if (index === 0 || ext === "") return whole;
      const folder = dir === "" ? "" : `${file.slice(0, file.length - name.length - ext.length)}`;
      return `${before}${value[0]}${folder}${name}${MARK}${index}${ext}${value[0]}`;
    });
  },
  /** The path of the file that {@link rename} called `path`. */
  fileOf: (path: string): string => path.replace(MARKED, ""),
};
