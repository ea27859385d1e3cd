/// <reference lib="dom" />
// @ts-types="@types/three"
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  DoubleSide,
  Mesh,
  MeshPhongMaterial,
  PlaneGeometry,
  SphereGeometry,
} from "three";
import type { MeshGeometry, ShapeGeometry } from "../geometry/model_geometry.ts";

const ENDLESS = 20;

/** A shape of a body, as three.js draws it. */
export function shapeObject(
  shape: ShapeGeometry,
  meshes: readonly MeshGeometry[],
): Mesh<BufferGeometry, MeshPhongMaterial> {
  const [red, green, blue, opacity] = shape.colour;
  const material = new MeshPhongMaterial({ shininess: 18, specular: 0x222222 });
  material.color.setRGB(red, green, blue, "srgb");
  material.opacity = opacity;
  material.transparent = opacity < 1;
  if (shape.type === "plane" || shape.type === "mesh") material.side = DoubleSide;
  const mesh = new Mesh(geometryOf(shape, meshes), material);
  mesh.userData.isFloor = shape.type === "plane";
  mesh.position.set(...shape.position);
  const [w, x, y, z] = shape.rotation;
  mesh.quaternion.set(x, y, z, w);
  if (shape.type === "ellipsoid" || shape.type === "mesh") mesh.scale.set(...shape.size);
  return mesh;
}

function geometryOf({ type, size: [a, b, c], mesh }: ShapeGeometry, meshes: readonly MeshGeometry[]): BufferGeometry {
  switch (type) {
    case "plane":
      return new PlaneGeometry(2 * (a || ENDLESS), 2 * (b || ENDLESS));
    case "sphere":
      return new SphereGeometry(a, 32, 16);
    case "ellipsoid":
      return new SphereGeometry(1, 32, 16);
    case "box":
      return new BoxGeometry(2 * a, 2 * b, 2 * c);
    case "capsule":
      // Along y here, along z there.
      return new CapsuleGeometry(a, 2 * b, 8, 32).rotateX(Math.PI / 2);
    case "cylinder":
      return new CylinderGeometry(a, a, 2 * b, 40).rotateX(Math.PI / 2);
    case "mesh": {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(meshes[mesh].positions, 3));
      geometry.setAttribute("normal", new BufferAttribute(meshes[mesh].normals, 3));
      return geometry;
    }
  }
}
