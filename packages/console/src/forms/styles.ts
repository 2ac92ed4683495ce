// The styles of widgets that only forms have, beside those of ui/mantine/styles.ts.
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Radio.layer.css';
