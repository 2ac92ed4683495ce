export default function Wizard() {
  return <main />;
}
